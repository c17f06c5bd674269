import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { useDelay } from '../lib/use-delay.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { toast } from '../ui/toasts.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { DialogError, FailedSection } from './part-error.tsx'
import { codeTimeoutMs } from './pending-page.tsx'

/**
 * A component whose code is not part of the first load. It is fetched when the component is rendered, or by
 * `useFetchAhead`. If fetching or rendering fails, the error is shown in its place and can be tried again.
 */
export function fetchedLater<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  place: 'dialog' | 'section' = 'dialog',
) {
  const fetchedOnce = () => lazy(async () => ({ default: await fetch() }))
  let Fetched = fetchedOnce()
  // The failed promise would fail again without fetching anything.
  const renew = () => void (Fetched = fetchedOnce())
  function FetchedLater(props: Props): ReactNode {
    return (
      <ErrorBoundary
        onError={renew}
        instead={(render) => {
          const again = () => fetch().then(render)
          return place === 'dialog' ? (
            <DialogError again={again} onClose={onCloseOf(props)} />
          ) : (
            <FailedSection again={again} />
          )
        }}
      >
        {() => (
          <Suspense fallback={<Waiting />}>
            <Fetched {...props} />
          </Suspense>
        )}
      </ErrorBoundary>
    )
  }
  return Object.assign(FetchedLater, { fetch })
}

/** Some dialogs can only be completed, not closed. */
function onCloseOf(props: { onClose?: unknown }): (() => void) | undefined {
  const { onClose } = props
  return typeof onClose === 'function' ? () => void onClose() : undefined
}

/**
 * Fetches the code of such components once the page is visible and idle, so that it is there when it is needed, even if
 * the server is down.
 */
export function useFetchAhead(...components: { fetch: () => Promise<unknown> }[]): void {
  useEffect(() => {
    // A failure is shown when the component is rendered.
    for (const { fetch } of components) whenIdle(() => void fetch().catch(() => undefined))
    // The components are the same each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

function Waiting() {
  const isLate = useDelay(codeTimeoutMs)
  useEffect(() => {
    if (isLate) toast.error('This is taking a while. Wait, or reload the page.')
  }, [isLate])
  return null
}
