import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { useDelay } from '../lib/use-delay.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { toast } from '../ui/toasts.ts'
import { codeTimeoutMs } from './pending-page.tsx'

/**
 * A component whose code the first load does not wait for: it is fetched as soon as the browser is idle, so that it
 * is there when it is wanted, even if the server is not. `onDemand`: not before; most people never want it.
 */
export function fetchedLater<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { onDemand = false } = {},
) {
  const Fetched = lazy(async () => ({ default: await fetch() }))
  // a failure shows when the component is wanted
  if (!onDemand) whenIdle(() => void fetch().catch(() => undefined))
  return function FetchedLater(props: Props): ReactNode {
    return (
      <Suspense fallback={<Waiting />}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}

function Waiting() {
  const isLate = useDelay(codeTimeoutMs)
  useEffect(() => {
    if (isLate) toast.error('This part of the page is slow to load. Wait, or reload the page.')
  }, [isLate])
  return null
}
