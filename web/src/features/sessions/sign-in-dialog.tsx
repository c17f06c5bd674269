import { shownEmail } from '../../lib/shown-email.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Session } from '../../api/session-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { signOnName } from '../../shell/page-settings.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SignInFields, useSignInForm } from './sign-in-form.tsx'
import { SignOnWindow } from './sign-on-window.tsx'

type SignInDialogProps = {
  /** The session that has ended. */
  session: Session
  onSignedIn: (session: Session) => void
  /** The element that gets the focus afterwards. */
  returnFocus: () => HTMLElement | null
  onLeave: () => void
}

/** Shown over a page whose session has ended. The page keeps what was typed. */
export function SignInDialog({ session: { confirmBy, user }, onSignedIn, returnFocus, onLeave }: SignInDialogProps) {
  const [method, setMethod] = useState(confirmBy.includes('sign_on') ? 'sign_on' : 'password')
  const frame = {
    title: 'Your session has ended',
    closable: false,
    returnFocus,
    onClose: onLeave,
    cancelLabel: 'Log out',
  }
  if (method === 'password') {
    const signOn = () => setMethod('sign_on')
    return <PasswordDialog {...frame} email={shownEmail(user.email)} onSignedIn={onSignedIn} onSignOn={signOn} />
  }
  return (
    <SignOnWindow {...frame} purpose="again">
      <p>Sign in again with {signOnName} in a separate window to continue. Your unsaved changes are kept.</p>
      {confirmBy.includes('password') && (
        <OtherMethod onClick={() => setMethod('password')}>Use your password</OtherMethod>
      )}
    </SignOnWindow>
  )
}

type PasswordDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'closable' | 'returnFocus' | 'onClose' | 'cancelLabel'
> & { email: string; onSignedIn: (session: Session) => void; onSignOn: () => void }

function PasswordDialog({ email, onSignedIn, onSignOn, ...frame }: PasswordDialogProps) {
  const { fields, onSubmit, pending, disabled, error } = useSignInForm({ email, onSignedIn })
  return (
    <FormDialog
      {...frame}
      pending={pending}
      error={error}
      onSubmit={onSubmit}
      submitLabel="Sign in"
      submitDisabled={disabled}
    >
      <p>Sign in again to continue. Your unsaved changes are kept.</p>
      <SignInFields {...fields} />
      {signOnName !== '' && !fields.second && <OtherMethod onClick={onSignOn}>Use {signOnName}</OtherMethod>}
    </FormDialog>
  )
}

function OtherMethod({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <div>
      <Button size="small" onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
