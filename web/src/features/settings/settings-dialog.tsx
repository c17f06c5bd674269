import type { Admin } from '@health-console/contract/admins.ts'
import { Email, Name } from '@health-console/contract/text.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '../../api/errors.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { useChangeName, useRequestEmailChange } from './queries.ts'
import styles from './settings-dialog.module.css'

const Form = z.object({ fullName: Name, email: Email })
const nameFieldOf = { fullName: 'fullName' } as const
const emailFieldOf = { newEmail: 'email' } as const

/** Mount it when it opens: it starts from the admin as they are then. */
export function SettingsDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const [newEmail, setNewEmail] = useState<string | null>(null)
  const [isChangingPassword, setIsChangingPassword] = useState(false)
  const changeName = useChangeName()
  const requestEmail = useRequestEmailChange()
  const { register, handleSubmit, setError, control, formState } = useForm({
    mode: 'onChange',
    resolver: standardSchemaResolver(Form),
    defaultValues: { fullName: admin.fullName, email: admin.email },
  })
  const { errors } = formState
  const { fullName = '', email = '' } = useWatch({ control })
  const isChanged = fullName.trim() !== admin.fullName || email.trim() !== admin.email

  /** The name is saved at once, a new e-mail is asked about first. */
  const submit = async (next: z.infer<typeof Form>) => {
    if (next.fullName !== admin.fullName && !(await saveName(next.fullName))) return
    if (next.email !== admin.email) setNewEmail(next.email)
    else onClose()
  }

  const saveName = async (name: string): Promise<boolean> => {
    try {
      await changeName.mutateAsync(name)
      toast.success('Name changed successfully')
      return true
    } catch (error) {
      showFieldErrors(error, setError, nameFieldOf)
      return false
    }
  }

  const confirmEmail = (address: string) =>
    requestEmail.mutate(address, {
      onSuccess: () => {
        toast.success('A verification link has been sent to your new e-mail')
        onClose()
      },
      onError: (error) => {
        // anything else is told, or asked, over the question
        if (!(error instanceof ApiError) || error.fields.length === 0) return
        setNewEmail(null)
        showFieldErrors(error, setError, emailFieldOf)
      },
    })

  return (
    <>
      <FormDialog
        open
        title="Settings"
        pending={changeName.isPending}
        error={formMessage(changeName.error, nameFieldOf)}
        onSubmit={(event) => void handleSubmit(submit)(event)}
        onClose={onClose}
        cancelLabel="Cancel"
        submitLabel="Save"
        submitDisabled={!isChanged || fullName.trim() === '' || formState.isSubmitting}
      >
        <div className={styles.who}>
          <Avatar name={admin.fullName} colour={admin.color} size="large" />
          <div>
            <b title={admin.fullName}>{admin.fullName}</b>
            <RoleBadge role={admin.role} />
          </div>
        </div>
        <TextField label="Name" autoComplete="name" error={errors.fullName?.message} {...register('fullName')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help="A confirmation link will be sent to the new address."
          error={errors.email?.message}
          {...register('email')}
        />
        <div className={styles.line}>
          <b>Password</b>
          <Button startIcon="key-round" onClick={() => setIsChangingPassword(true)}>
            Change password
          </Button>
        </div>
      </FormDialog>
      <ConfirmDialog
        open={newEmail !== null}
        title="Change e-mail?"
        pending={requestEmail.isPending}
        error={formMessage(requestEmail.error, emailFieldOf)}
        onConfirm={() => newEmail !== null && confirmEmail(newEmail)}
        onClose={() => {
          requestEmail.reset()
          setNewEmail(null)
        }}
        // the address was refused: that is where to go on
        returnFocus={() => (errors.email ? document.querySelector<HTMLElement>('input[name=email]') : null)}
      >
        A confirmation link will be sent to <b className={styles.address}>{newEmail}</b>.
      </ConfirmDialog>
      {isChangingPassword && <ChangePasswordDialog email={admin.email} onClose={() => setIsChangingPassword(false)} />}
    </>
  )
}
