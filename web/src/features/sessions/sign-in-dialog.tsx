import { shownEmail } from '../../lib/shown-email.ts'
import { useState, type ComponentProps } from 'react'
import type { Session } from '../../api/session-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { signOnName } from '../../shell/page-settings.ts'
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
    <SignOnWindow
      {...frame}
      purpose="again"
      links={
        confirmBy.includes('password') ? [{ label: 'Use your password', onClick: () => setMethod('password') }] : []
      }
    >
      <p>Sign in again with {signOnName} in a separate window to continue. Your unsaved changes are kept.</p>
    </SignOnWindow>
  )
}

type PasswordDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'closable' | 'returnFocus' | 'onClose' | 'cancelLabel'
> & { email: string; onSignedIn: (session: Session) => void; onSignOn: () => void }

function PasswordDialog({ email, onSignedIn, onSignOn, ...frame }: PasswordDialogProps) {
  const { fields, links, onSubmit, pending, disabled, error } = useSignInForm({ email, onSignedIn })
  return (
    <FormDialog
      {...frame}
      pending={pending}
      error={error}
      onSubmit={onSubmit}
      submitLabel="Sign in"
      submitDisabled={disabled}
      links={fields.second || signOnName === '' ? links : [{ label: `Use ${signOnName}`, onClick: onSignOn }]}
    >
      <p>Sign in again to continue. Your unsaved changes are kept.</p>
      <SignInFields {...fields} />
    </FormDialog>
  )
}
