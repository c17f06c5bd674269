import { useMatch } from '@tanstack/react-router'
import { useDelay } from '../lib/use-delay.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { ErrorPanel } from '../ui/page/empty-state.tsx'
import { useDocumentTitle } from './document-title.ts'
import { PublicPage } from './public-page.tsx'

/** How long the code of a page or dialog may take before a failure is shown. */
export const codeTimeoutMs = 10_000

/** Shown for the first page. A spinner fills the window until the page is there. */
export function FirstPage() {
  return useDelay(codeTimeoutMs) ? (
    <PublicPage>
      <NotLoaded />
    </PublicPage>
  ) : (
    <main>
      <h1 className="sr-only">Loading</h1>
      <PageSpinner />
    </main>
  )
}

/** Replaces the previous page once the timeout is over. */
export function SlowPage() {
  const isInConsole = useMatch({ from: '/_authenticated', shouldThrow: false }) !== undefined
  return isInConsole ? (
    <NotLoaded />
  ) : (
    <PublicPage>
      <NotLoaded />
    </PublicPage>
  )
}

function NotLoaded() {
  useDocumentTitle('Something went wrong')
  return (
    <>
      <h1 className="sr-only">Something went wrong</h1>
      {/* Only a page load repeats a request for code that hangs. */}
      <ErrorPanel title="Couldn’t load the page" onRetry={() => window.location.reload()} />
    </>
  )
}
