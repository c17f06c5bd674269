import { useEffect } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { isOffline, offlineText } from '../lib/offline.ts'
import { useAgain } from '../lib/use-again.ts'
import { toFailure } from '../lib/failure.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { Reference } from '../ui/buttons/reference.tsx'
import { ErrorPanel } from '../ui/page/empty-state.tsx'
import { Scale } from '../ui/values/scale.tsx'
import { useDocumentTitle } from './document-title.ts'
import { PublicActions, PublicFoot, PublicPage, PublicSubtitle } from './public-page.tsx'
import { Link, useMatch, useRouter } from '@tanstack/react-router'

/** Replaces a page that failed to render, or whose code could not be fetched. In the console the frame stays. */
export function FailedPage({ error }: { error: unknown }) {
  const isInConsole = useMatch({ from: '/_authenticated', shouldThrow: false }) !== undefined
  return isInConsole ? <ErrorInFrame error={error} /> : <ErrorPage error={error} />
}

function ErrorInFrame({ error }: { error: unknown }) {
  const { isTrying, tryAgain } = useReload(error)
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        {title}
      </h1>
      <ErrorPanel
        title={title}
        requestId={toFailure(error).requestId}
        retrying={isTrying}
        onRetry={tryAgain}
        other={<HomeLink size="small" />}
      />
    </>
  )
}

/** Replaces the whole window. */
export function ErrorPage({ error }: { error: unknown }) {
  const { isTrying, tryAgain } = useReload(error)
  return (
    <PublicPage>
      <Scale needle="after" divisions={30} />
      <h1 tabIndex={-1}>{title}</h1>
      {isOffline() && <PublicSubtitle>{offlineText}</PublicSubtitle>}
      <Reference requestId={toFailure(error).requestId} />
      <PublicActions>
        <PublicFoot row>
          <HomeLink size="large" />
          <Button variant="primary" size="large" startIcon={RotateCcwIcon} busy={isTrying} onClick={tryAgain}>
            Try again
          </Button>
        </PublicFoot>
      </PublicActions>
    </PublicPage>
  )
}

const title = 'Something went wrong'

/** A full page load, which also fetches the current version if this one is outdated. */
function HomeLink({ size }: { size: 'small' | 'large' }) {
  return (
    <a className={buttonClass({ size })} href="/">
      Go to home
    </a>
  )
}

/** Logs the error, and reloads the current page. */
function useReload(error: unknown) {
  useDocumentTitle(title)
  useEffect(() => console.error(error), [error])
  const router = useRouter()
  return useAgain(() => router.invalidate())
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
