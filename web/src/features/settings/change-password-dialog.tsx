import { NewPassword } from '@health-console/contract/passwords.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { isGoodPassword, NewPasswordField } from '../../forms/new-password-field.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useChangePassword } from './queries.ts'

/** The current password has no rule: only the server knows whether it is right. */
const Form = z.object({ oldPassword: z.string(), newPassword: NewPassword })
const fieldOf = { oldPassword: 'oldPassword', newPassword: 'newPassword' } as const

/** Mount it when it opens: closing it discards what was typed. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const change = useChangePassword()
  const { register, handleSubmit, setError, control, formState } = useForm({
    mode: 'onChange',
    resolver: standardSchemaResolver(Form),
    defaultValues: { oldPassword: '', newPassword: '' },
  })
  const { errors } = formState
  const { oldPassword = '', newPassword = '' } = useWatch({ control })

  const submit = (passwords: z.infer<typeof Form>) =>
    change.mutate(passwords, {
      onSuccess: () => {
        toast.success('Password changed successfully')
        onClose()
      },
      onError: (error) => showFieldErrors(error, setError, fieldOf),
    })

  return (
    <FormDialog
      size="small"
      title="Change password"
      hasDraft={oldPassword + newPassword !== ''}
      pending={change.isPending}
      error={formMessage(change.error, fieldOf)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
      submitLabel="Save"
      submitDisabled={!isGoodPassword(newPassword)}
    >
      <HiddenUsername email={email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.oldPassword?.message}
        {...register('oldPassword')}
      />
      <NewPasswordField
        label="New password"
        password={newPassword}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
    </FormDialog>
  )
}
