import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { ContinueWith } from '../../forms/continue-with.tsx'
import { FormError } from '../../forms/form-error.tsx'
import type { Failure } from '../../lib/failure.ts'
import { offlineText } from '../../lib/offline.ts'
import { useBackOnline } from '../../lib/use-back-online.ts'
import { useOffline } from '../../lib/use-offline.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { productName, isSignOnOnly, signOnName } from '../../shell/page-settings.ts'
import { PublicFoot, PublicForm, PublicPage, PublicSubmit } from '../../shell/public-page.tsx'
import { useFirstField } from '../../shell/use-first-field.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureText } from '../../ui/buttons/reference.tsx'
import { Links } from '../../ui/buttons/links.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { fetchEntry } from './entry.ts'
import { safeNextPath } from './next-path.ts'
import { type Message, onOtherTab } from './session-channel.ts'
import styles from './login-page.module.css'
import { SignInFields, useSignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/login')

declare module '@tanstack/history' {
  interface HistoryState {
    /** Why single sign-on led back to this page. */
    signOnError?: Failure
    /** The email address that was typed on the sign-in page or on the page for a forgotten password. */
    email?: string
  }
}

export function LoginPage() {
  useDocumentTitle('Sign in')
  const { next } = route.useSearch()
  const { failure: entryFailure } = route.useRouteContext()
  const router = useRouter()
  const [failure, setFailure] = useState(entryFailure)
  // If single sign-on is required, few admins have a password.
  const [hasPassword, setHasPassword] = useState(!isSignOnOnly)
  const { signOnError, email } = useLocation({ select: ({ state }) => state })
  const form = useRef<HTMLFormElement>(null)
  const goOn = () => router.history.push(safeNextPath(next))
  const { fields, links, onSubmit, pending, isChanged, disabled, error } = useSignInForm({ email, onSignedIn: goOn })

  useFirstField(form, hasPassword)

  const onMessage = useEffectEvent(({ type }: Message) => {
    if (type === 'signed-in') goOn()
  })
  useEffect(() => onOtherTab((message) => onMessage(message)), [])

  return (
    <PublicPage>
      <h1 tabIndex={-1}>
        <span>Sign in to</span> {productName}
      </h1>
      <PublicForm ref={form} onSubmit={onSubmit}>
        {failure !== null && <EntryFailed failure={failure} onSignedIn={goOn} onFailure={setFailure} />}
        {hasPassword && <SignInFields {...fields} size="large" />}
        <FormError isBoxed failure={error ?? (isChanged ? undefined : signOnError)} />
        <PublicFoot>
          {hasPassword && (
            <PublicSubmit busy={pending} disabled={disabled}>
              Sign in
            </PublicSubmit>
          )}
          {signOnName !== '' && !fields.second && (
            <ContinueWith next={next} variant={hasPassword ? 'outline' : 'primary'} />
          )}
          {/* The link is after the buttons, so that Tab leads from the password to them. */}
          {links.length > 0 ? (
            <Links links={links} />
          ) : hasPassword ? (
            <Link className={`link ${styles.forgot}`} to="/forgot-password" state={{ email: fields.values.email }}>
              Forgot password
            </Link>
          ) : (
            <div className={styles.forgot}>
              <LinkButton onClick={() => setHasPassword(true)}>Emergency access</LinkButton>
            </div>
          )}
        </PublicFoot>
      </PublicForm>
    </PublicPage>
  )
}

type EntryFailedProps = {
  failure: Failure
  onSignedIn: () => void
  /** Null if there is no session. */
  onFailure: (failure: Failure | null) => void
}

/** The session could not be checked, but may still be valid, so that no sign-in is needed. */
function EntryFailed({ failure, onSignedIn, onFailure }: EntryFailedProps) {
  const isOffline = useOffline()
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    const entry = await fetchEntry()
    setIsChecking(false)
    if (entry.state === 'signed-in') return onSignedIn()
    onFailure(entry.state === 'failed' ? entry.failure : null)
  }
  useBackOnline(!isChecking, () => void check())
  return (
    <Note tone="danger">
      <span className={styles.unreachable}>
        <span>
          <FailureText failure={isOffline ? { message: offlineText } : failure} />
        </span>
        <Button size="small" startIcon={RotateCcwIcon} busy={isChecking} onClick={() => void check()}>
          Try again
        </Button>
      </span>
    </Note>
  )
}
