import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { useDelay } from '../lib/use-delay.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { toast } from '../ui/toasts.ts'
import { codeTimeoutMs } from './pending-page.tsx'

/**
 * A component whose code is not part of the first load. It is fetched when the component is rendered, or by
 * `useFetchAhead`.
 */
export function fetchedLater<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
  const Fetched = lazy(async () => ({ default: await fetch() }))
  function FetchedLater(props: Props): ReactNode {
    return (
      <Suspense fallback={<Waiting />}>
        <Fetched {...props} />
      </Suspense>
    )
  }
  return Object.assign(FetchedLater, { fetch })
}

/**
 * Fetches the code of such components once the page is visible and idle, so that it is there when it is needed, even if
 * the server is down.
 */
export function useFetchAhead(...components: { fetch: () => Promise<unknown> }[]): void {
  useEffect(() => {
    // a failure is shown when the component is rendered
    for (const { fetch } of components) whenIdle(() => void fetch().catch(() => undefined))
    // they are the same each time
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
