import type { Session } from '../../api/session-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { SignInFields, useSignInForm } from './sign-in-form.tsx'

type SignInDialogProps = { email: string; onSignedIn: (session: Session) => void; onLeave: () => void }

/** Shown over a page whose session has ended; the page keeps what was typed. */
export function SignInDialog({ email, onSignedIn, onLeave }: SignInDialogProps) {
  const { fields, onSubmit, pending, disabled, error } = useSignInForm({ email, onSignedIn })
  return (
    <FormDialog
      open
      closable={false}
      title="Your session has ended"
      hasDraft={false}
      pending={pending}
      error={error}
      onSubmit={onSubmit}
      onClose={onLeave}
      submitLabel="Sign in"
      submitDisabled={disabled}
      cancelLabel="Log out"
    >
      <p>Sign in again to go on. What you typed is kept.</p>
      <SignInFields {...fields} />
    </FormDialog>
  )
}
