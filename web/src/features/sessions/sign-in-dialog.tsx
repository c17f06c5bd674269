import { useState, type FormEvent, type ReactNode } from 'react'
import type { Session } from '../../api/session-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { signOnName } from '../../shell/sign-on-setting.ts'
import { Button } from '../../ui/button.tsx'
import { SignInFields, useSignInForm } from './sign-in-form.tsx'
import { openSignOnWindow, windowRefused } from './sign-on-window.ts'

type SignInDialogProps = {
  /** The session that has ended. */
  session: Session
  onSignedIn: (session: Session) => void
  /** What gets the focus afterwards. */
  returnFocus: () => HTMLElement | null
  onLeave: () => void
}

/** Shown over a page whose session has ended. The page keeps what was typed. */
export function SignInDialog({ session, ...on }: SignInDialogProps) {
  const { confirmBy } = session
  const [way, setWay] = useState(confirmBy.includes('sign_on') ? 'sign_on' : 'password')
  if (way === 'password')
    return <PasswordDialog {...on} email={session.user.email} onSignOn={() => setWay('sign_on')} />
  return <SignOnDialog {...on} {...(confirmBy.includes('password') && { onPassword: () => setWay('password') })} />
}

const frame = {
  open: true,
  closable: false,
  title: 'Your session has ended',
  hasDraft: false,
  cancelLabel: 'Log out',
}

type PasswordDialogProps = Omit<SignInDialogProps, 'session'> & { email: string; onSignOn: () => void }

function PasswordDialog({ email, onSignedIn, returnFocus, onLeave, onSignOn }: PasswordDialogProps) {
  const { fields, onSubmit, pending, disabled, error } = useSignInForm({ email, onSignedIn })
  return (
    <FormDialog
      {...frame}
      returnFocus={returnFocus}
      pending={pending}
      error={error}
      onSubmit={onSubmit}
      onClose={onLeave}
      submitLabel="Sign in"
      submitDisabled={disabled}
    >
      <p>Sign in again to go on. What you typed is kept.</p>
      <SignInFields {...fields} />
      {signOnName !== '' && !fields.second && <OtherWay onClick={onSignOn}>Use {signOnName}</OtherWay>}
    </FormDialog>
  )
}

type SignOnDialogProps = Omit<SignInDialogProps, 'session' | 'onSignedIn'> & { onPassword?: () => void }

/** This page learns of the end of the sign-on from the window. */
function SignOnDialog({ returnFocus, onLeave, onPassword }: SignOnDialogProps) {
  const [isRefused, setIsRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsRefused(!openSignOnWindow('again'))
  }
  return (
    <FormDialog
      {...frame}
      returnFocus={returnFocus}
      pending={false}
      error={isRefused ? windowRefused : null}
      onSubmit={submit}
      onClose={onLeave}
      submitLabel="Continue"
    >
      <p>Sign in again with {signOnName} to go on, in a window of its own. What you typed is kept.</p>
      {onPassword && <OtherWay onClick={onPassword}>Use the password</OtherWay>}
    </FormDialog>
  )
}

function OtherWay({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <div>
      <Button size="small" onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
