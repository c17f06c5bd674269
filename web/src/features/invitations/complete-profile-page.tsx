import { shownEmail } from '../../lib/shown-email.ts'
import type { Admin } from '@health-console/contract/staff/admins.ts'
import { Name } from '@health-console/contract/values/text.ts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useFirstField } from '../../shell/use-first-field.ts'
import { RotateCcwIcon } from 'lucide-react'
import { isNotFound } from '../../api/errors.ts'
import type { Session } from '../../api/session-query.ts'
import { ConfirmedPassword, confirmedPassword, passwordsMatch } from '../../forms/confirmed-password.tsx'
import { ContinueWith } from '../../forms/continue-with.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import {
  PublicActions,
  PublicFoot,
  PublicForm,
  PublicPage,
  PublicSubmit,
  PublicSubtitle,
} from '../../shell/public-page.tsx'
import { SignInLink } from '../../shell/sign-in-link.tsx'
import { signOnName } from '../../shell/page-settings.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { Failure } from '../../lib/failure.ts'
import { Note } from '../../ui/page/note.tsx'
import { Reference } from '../../ui/buttons/reference.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useAcceptInvitation, useInvitation } from './queries.ts'
import { Data } from '../../ui/values/data.tsx'

const Form = z.object({ fullName: Name, ...confirmedPassword }).check(passwordsMatch)

const route = getRouteApi('/invites')

type CompleteProfilePageProps = {
  /** The admin who is already signed in in this browser. */
  me: Admin | undefined
  /** Called when the account exists and its session has begun. */
  onAccepted: (session: Session) => void
}

export function CompleteProfilePage({ me, onAccepted }: CompleteProfilePageProps) {
  useDocumentTitle('Complete your profile')
  const { id = '-' } = route.useSearch()
  const invitation = useInvitation(id)
  return (
    <PublicPage>
      <h1 tabIndex={-1}>Complete your profile</h1>
      {invitation.isPending && (
        <PublicActions>
          <p role="status">loading...</p>
        </PublicActions>
      )}
      {invitation.error && (
        <PublicActions>
          <Note tone="danger">Invitation not exist or expired</Note>
          {isNotFound(invitation.error) ? (
            <>
              <p className="muted">Invitations work only once. Already created your account? Sign in.</p>
              <SignInLink />
            </>
          ) : (
            <LookupFailed failure={invitation.error} onRetry={() => void invitation.refetch()} />
          )}
        </PublicActions>
      )}
      {invitation.data && <Acceptance id={id} invitation={invitation.data.data} me={me} onAccepted={onAccepted} />}
    </PublicPage>
  )
}

/** The look-up failed, but the invitation may still be valid. */
function LookupFailed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <>
      <p className="muted">{failure.message} Your invitation may still be valid.</p>
      <Reference requestId={failure.requestId} />
      <Button size="large" startIcon={RotateCcwIcon} onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

type Invitation = { email: string; fullName?: string | undefined; allowsPassword: boolean }

type ProfileFormProps = {
  id: string
  invitation: Invitation
} & CompleteProfilePageProps

function Acceptance({ id, invitation, me, onAccepted }: ProfileFormProps) {
  return (
    <>
      <PublicSubtitle>
        with{' '}
        <b>
          <Data>{shownEmail(invitation.email)}</Data>
        </b>
      </PublicSubtitle>
      {/* A browser has only one session. */}
      {me && me.email !== invitation.email && (
        <PublicActions>
          <Note>
            You’re signed in as{' '}
            <b>
              <Data>{me.fullName}</Data>
            </b>{' '}
            (<Data>{shownEmail(me.email)}</Data>). Creating this account will sign you out in all tabs of this browser
            and sign you in as{' '}
            <b>
              <Data>{shownEmail(invitation.email)}</Data>
            </b>
            .
          </Note>
        </PublicActions>
      )}
      {invitation.allowsPassword ? (
        <ProfileForm id={id} invitation={invitation} onAccepted={onAccepted} />
      ) : (
        <PublicActions>
          <ContinueWith inviteId={id} variant="primary" />
        </PublicActions>
      )}
    </>
  )
}

function ProfileForm({ id, invitation, onAccepted }: Omit<ProfileFormProps, 'me'>) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  const { field, values, onSubmit, pending, error } = useMutationForm({
    mode: 'onChange',
    schema: Form,
    defaultValues: { fullName: invitation.fullName ?? '', password: '', confirm: '' },
    mutation: useAcceptInvitation(id),
    send: ({ fullName, password }) => ({ fullName, password }),
    onSuccess: ({ data }) => {
      onAccepted(data)
      void router.navigate({ to: '/', replace: true })
    },
  })

  return (
    <PublicForm ref={form} onSubmit={onSubmit}>
      <TextField label="Name" size="large" autoComplete="name" {...field('fullName')} />
      <HiddenUsername email={invitation.email} />
      <ConfirmedPassword values={values} field={field} />
      <FormError isBoxed failure={error} />
      <PublicFoot>
        <PublicSubmit busy={pending} disabled={!z.safeParse(Form, values).success}>
          Create account
        </PublicSubmit>
        {signOnName !== '' && <ContinueWith inviteId={id} />}
      </PublicFoot>
    </PublicForm>
  )
}
