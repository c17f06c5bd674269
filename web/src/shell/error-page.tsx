import { useEffect } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { isOffline, offlineText } from '../lib/offline.ts'
import { splitReference } from '../lib/reference.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { Reference } from '../ui/buttons/reference.tsx'
import { Scale } from '../ui/values/scale.tsx'
import { useDocumentTitle } from './document-title.ts'
import { PublicActions, PublicFoot, PublicPage, PublicSubtitle } from './public-page.tsx'
import { Link } from '@tanstack/react-router'

/** Shown when a page fails to render, or its code cannot be fetched. */
export function ErrorPage({ error }: { error: unknown }) {
  useDocumentTitle('Something went wrong')
  useEffect(() => console.error(error), [error])
  return (
    <PublicPage>
      <Scale needle="after" divisions={30} />
      <h1 tabIndex={-1}>Something went wrong</h1>
      {isOffline() && <PublicSubtitle>{offlineText}</PublicSubtitle>}
      <Reference requestId={error instanceof Error ? splitReference(error.message).requestId : undefined} />
      <PublicActions>
        <PublicFoot row>
          {/* a full page load, which also fetches the current version if this one is outdated */}
          <a className={buttonClass({ size: 'large' })} href="/">
            Go to home
          </a>
          <Button variant="primary" size="large" startIcon={RotateCcwIcon} onClick={() => window.location.reload()}>
            Reload
          </Button>
        </PublicFoot>
      </PublicActions>
    </PublicPage>
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
