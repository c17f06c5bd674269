import { createFileRoute, Link } from '@tanstack/react-router'
import { useDocumentTitle } from '../shell/document-title.ts'
import { PublicActions, PublicPage } from '../shell/public-page.tsx'
import { buttonClass } from '../ui/button.tsx'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPassword })

function ForgotPassword() {
  useDocumentTitle('Forgot your password?')
  return (
    <PublicPage>
      <h1 tabIndex={-1}>Forgot your password?</h1>
      <PublicActions>
        <p>This screen is being built. Until then, ask whoever runs this console for a new password.</p>
        <Link className={buttonClass({ size: 'large' })} to="/login">
          Cancel
        </Link>
      </PublicActions>
    </PublicPage>
  )
}
