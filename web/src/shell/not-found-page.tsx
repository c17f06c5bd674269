import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Scale } from '../ui/scale.tsx'
import { useDocumentTitle } from './document-title.ts'
import { PublicActions, PublicPage } from './public-page.tsx'

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
