import { useDelay } from '../lib/use-delay.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { LatePage } from './error-page.tsx'

/** How long the code of a page or dialog may take before a failure is shown. */
export const codeTimeoutMs = 10_000

/** Shown for the first page. A spinner fills the window until the page is there. */
export function FirstPage() {
  if (useDelay(codeTimeoutMs)) return <LatePage isFirst />
  return (
    <main>
      <h1 className="sr-only">Loading</h1>
      <PageSpinner />
    </main>
  )
}
