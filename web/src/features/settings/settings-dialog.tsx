import { shownEmail } from '../../lib/shown-email.ts'
import type { Admin } from '@health-console/contract/staff/admins.ts'
import { Email, emailKeyOf, Name } from '@health-console/contract/values/text.ts'
import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/errors.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { RoleBadge } from '../../ui/values/role-badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { Setting } from '../../ui/dialogs/setting.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showFailure } from '../../api/show-failure.ts'
import { toast } from '../../ui/toasts.ts'
import { ThemeSwitch } from '../../ui/buttons/theme-switch.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { shortcutIds, shortcutsOff } from '../../shell/shortcuts.ts'
import { sendsMail, supportedUntil, version } from '../../shell/page-settings.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { describeSupport } from './describe-support.ts'
import {
  emailChangeQuery,
  ownSessionsQuery,
  changeEmailCase,
  changeName,
  requestEmailLink,
  useCancelEmailChange,
} from './queries.ts'
import styles from './settings-dialog.module.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../lib/dates.ts'
import { Note } from '../../ui/page/note.tsx'
import { Data } from '../../ui/values/data.tsx'

const Form = z.object({ fullName: Name, email: Email })

type SettingsDialogProps = {
  admin: Admin
  /** False if single sign-on is the only way to sign in. */
  mayHavePassword: boolean
  hasSecondFactor: boolean
  /** Opens a dialog above this one. */
  onOpen: (dialog: 'second-factor' | 'sessions' | 'shortcuts') => void
  onClose: () => void
}

/** Mount it when it opens, so that its fields start with the admin's current values. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { admin, mayHavePassword, hasSecondFactor, onOpen, onClose } = props
  const { data: sessions } = useQuery(ownSessionsQuery)
  const waiting = useQuery(emailChangeQuery).data?.data
  const [isChangingPassword, setIsChangingPassword] = useState(false)
  const { field, setFocus, showErrors, values, ...form } = useMutationForm({
    mode: 'onChange',
    schema: Form,
    defaultValues: { fullName: admin.fullName, email: shownEmail(admin.email) },
    fieldOf: { newEmail: 'email' },
    mutation: useMutation({ mutationFn: saveAtOnce }),
    send: (next) => ({ ...next, admin }),
    onSuccess: (needsLink, { email }) => {
      if (needsLink) void requestLink(email)
      else onClose()
    },
  })
  const { ref: registerEmail, ...emailField } = field('email')
  const emailInput = useRef<HTMLInputElement>(null)
  const isChanged = values.fullName.trim() !== admin.fullName || values.email.trim() !== shownEmail(admin.email)

  /** Sends a link to a new email address, after a confirmation. */
  const requestLink = async (newEmail: string) => {
    let rejection: unknown
    const isConfirmed = await confirm({
      title: 'Change e-mail?',
      body: (
        <>
          A confirmation link will be sent to{' '}
          <b className={styles.email}>
            <Data>{shownEmail(newEmail)}</Data>
          </b>
          .
        </>
      ),
      action: async () => {
        try {
          await requestEmailLink(newEmail)
          toast.success('A verification link has been sent to your new e-mail')
        } catch (error) {
          // Other errors are shown in the confirmation.
          if (!(error instanceof ApiError) || error.fields.length === 0) throw error
          rejection = error
        }
      },
      // A rejected email address is shown at its field.
      returnFocus: () => (rejection ? emailInput.current : null),
    })
    if (rejection) showErrors(rejection)
    else if (isConfirmed) onClose()
  }

  return (
    <>
      <FormDialog
        title="Settings"
        hasDraft={isChanged}
        {...form}
        onClose={onClose}
        submitLabel="Save"
        submitDisabled={!isChanged || values.fullName.trim() === ''}
      >
        <div className={styles.who}>
          <Avatar name={admin.fullName} colour={admin.color} size="large" />
          <div>
            <b title={admin.fullName}>
              <Data>{admin.fullName}</Data>
            </b>
            <RoleBadge role={admin.role} />
          </div>
        </div>
        <TextField label="Name" autoComplete="name" {...field('fullName')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help={describeEmailChange(Boolean(waiting))}
          {...emailField}
          ref={(input) => {
            registerEmail(input)
            emailInput.current = input
          }}
        />
        {waiting && <WaitingEmail change={waiting} onCancelled={() => setFocus('email')} />}
        <Section title="Security">
          {mayHavePassword && (
            <Setting label="Password">
              <Button quiet size="small" onClick={() => setIsChangingPassword(true)}>
                Change password
              </Button>
            </Setting>
          )}
          <Setting label="Two-step sign-in" state={hasSecondFactor ? 'On' : 'Not set up'}>
            <Verb of="two-step sign-in" onClick={() => onOpen('second-factor')}>
              {hasSecondFactor ? 'Change' : 'Set up'}
            </Verb>
          </Setting>
          <Setting label="Sessions" state={sessions && describeSessions(sessions.data.sessions.length)}>
            <Verb of="your sessions" onClick={() => onOpen('sessions')}>
              Show
            </Verb>
          </Setting>
        </Section>
        <Section title="Appearance">
          <Setting label="Theme" state="Saved in this browser" isWide>
            <ThemeSwitch />
          </Setting>
          <Setting label="Keyboard shortcuts" state={describeShortcuts(shortcutsOff(admin.id).length)}>
            <Verb of="keyboard shortcuts" onClick={() => onOpen('shortcuts')}>
              Show
            </Verb>
          </Setting>
        </Section>
        <p className={styles.version}>
          Version {version}, {describeSupport(supportedUntil)}
        </p>
      </FormDialog>
      {isChangingPassword && <ChangePasswordDialog email={admin.email} onClose={() => setIsChangingPassword(false)} />}
    </>
  )
}

/** Saves the name, and letters of the email address in another case. True if the new address needs a link. */
async function saveAtOnce({ fullName, email, admin }: z.infer<typeof Form> & { admin: Admin }): Promise<boolean> {
  if (fullName !== admin.fullName) {
    await changeName(fullName)
    toast.success('Name changed successfully')
  }
  if (email === admin.email) return false
  if (emailKeyOf(email) !== emailKeyOf(admin.email)) return true
  await changeEmailCase(email)
  toast.success('Email changed successfully')
  return false
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** A button with a short verb. Its accessible name contains the object. */
function Verb({ of, children, onClick }: { of: string; children: string; onClick: () => void }) {
  return (
    <Button quiet size="small" aria-label={`${children} ${of}`} onClick={onClick}>
      {children}
    </Button>
  )
}

const describeSessions = (count: number) =>
  count === 1 ? 'Signed in only here' : `Signed in on ${formatCount(count)} devices`

function describeShortcuts(off: number): string {
  const all = shortcutIds.length
  if (off === 0) return `All ${all} are on`
  return off === all ? 'All are off' : `${all - off} of ${all} are on`
}

function describeEmailChange(isWaiting: boolean): string {
  if (!sendsMail)
    return 'This console can’t send email, so you can only change the capitalisation. Your system administrator can change the address.'
  return isWaiting
    ? 'If you enter another address, it gets a new confirmation link, and the link below stops working.'
    : 'A confirmation link will be sent to the new address.'
}

type WaitingEmailProps = { change: { newEmail: string; expiresAt: string }; onCancelled: () => void }

/** An email change that has not been confirmed yet. */
function WaitingEmail({ change, onCancelled }: WaitingEmailProps) {
  const cancel = useCancelEmailChange()
  return (
    <Note>
      <span className={styles.waiting}>
        <span>
          We sent a link to{' '}
          <b className={styles.email}>
            <Data>{shownEmail(change.newEmail)}</Data>
          </b>
          . It’s valid until {formatDateTime(change.expiresAt)} UTC.
        </span>
        <Button
          size="small"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => {
                toast.success('Email change cancelled')
                onCancelled()
              },
              onError: (error) => showFailure(error),
            })
          }
        >
          Cancel change
        </Button>
      </span>
    </Note>
  )
}
