import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { whenIdle } from '../lib/when-idle.ts'

/**
 * A component whose code the first load does not wait for: it is fetched as soon as the browser is idle, so that it
 * is there when it is wanted, even if the server is not.
 */
export function fetchedLater<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
  const Fetched = lazy(async () => ({ default: await fetch() }))
  // a failure shows when the component is wanted
  whenIdle(() => void fetch().catch(() => undefined))
  return function FetchedLater(props: Props): ReactNode {
    return (
      <Suspense>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
