import { Link, useMatch, useRouter } from '@tanstack/react-router'
import { RotateCcwIcon } from 'lucide-react'
import { useEffect } from 'react'
import { toFailure } from '../lib/failure.ts'
import { offlineText } from '../lib/offline.ts'
import { useOffline } from '../lib/use-offline.ts'
import { useRetry } from '../lib/use-retry.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { Reference } from '../ui/buttons/reference.tsx'
import { ErrorPanel, type ErrorPanelProps } from '../ui/page/error-panel.tsx'
import { Scale } from '../ui/values/scale.tsx'
import { useDocumentTitle } from './document-title.ts'
import { PublicActions, PublicFoot, PublicPage, PublicSubtitle } from './public-page.tsx'

const title = 'Something went wrong'
const lateTitle = 'Couldn’t load the page'

/** Replaces a page that failed to render, or whose code could not be fetched. In the console the frame stays. */
export function FailedPage({ error }: { error: unknown }) {
  return <ErrorPage error={error} isInFrame={useIsInFrame()} />
}

/**
 * Replaces a page whose code has not arrived in time. Only a page load repeats such a request.
 * @param isFirst whether the frame has not been shown yet either
 */
export function LatePage({ isFirst = false }: { isFirst?: boolean }) {
  const isInFrame = useIsInFrame() && !isFirst
  return <PageError title={lateTitle} isInFrame={isInFrame} onRetry={() => window.location.reload()} />
}

/** Replaces the whole window, or the page in its frame. The error is logged, and a retry loads the page's data again. */
export function ErrorPage({ error, isInFrame = false }: { error: unknown; isInFrame?: boolean }) {
  useEffect(() => console.error(error), [error])
  const router = useRouter()
  const retry = useRetry(() => router.invalidate())
  return <PageError title={title} requestId={toFailure(error).requestId} isInFrame={isInFrame} {...retry} />
}

const useIsInFrame = () => useMatch({ from: '/_authenticated', shouldThrow: false }) !== undefined

function PageError({ isInFrame, ...panel }: ErrorPanelProps & { isInFrame: boolean }) {
  useDocumentTitle(title)
  const isOffline = useOffline()
  if (isInFrame) {
    return (
      <>
        <h1 className="sr-only" tabIndex={-1}>
          {title}
        </h1>
        <ErrorPanel {...panel} other={<HomeLink size="small" />} />
      </>
    )
  }
  return (
    <PublicPage>
      <Scale needle="after" divisions={30} />
      <div role="alert">
        <h1 tabIndex={-1}>{panel.title}</h1>
        {isOffline && <PublicSubtitle>{offlineText}</PublicSubtitle>}
      </div>
      <Reference requestId={panel.requestId} />
      <PublicActions>
        <PublicFoot row>
          <HomeLink size="large" />
          <Button
            variant="primary"
            size="large"
            startIcon={RotateCcwIcon}
            busy={panel.retrying ?? false}
            onClick={panel.onRetry}
          >
            Try again
          </Button>
        </PublicFoot>
      </PublicActions>
    </PublicPage>
  )
}

/** A full page load, which also fetches the current version if this one is outdated. */
function HomeLink({ size }: { size: 'small' | 'large' }) {
  return (
    <a className={buttonClass({ size })} href="/">
      Go to home
    </a>
  )
}

export function NotFoundPage() {
  useDocumentTitle('Page not found')
  return (
    <PublicPage>
      <Scale needle="before" divisions={30} />
      <h1 tabIndex={-1}>We can’t find this page</h1>
      <PublicActions>
        <Link className={buttonClass({ variant: 'primary', size: 'large' })} to="/" preload={false}>
          Go to home
        </Link>
      </PublicActions>
    </PublicPage>
  )
}
