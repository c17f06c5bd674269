import type { Admin } from '@health-console/contract/admins.ts'
import { GivenPassword } from '@health-console/contract/text.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useConfirmIdentity } from './queries.ts'

const Form = z.object({ password: GivenPassword })
const fieldOf = { password: 'password' } as const

type ConfirmIdentityDialogProps = { admin: Admin; onConfirmed: () => void; onClose: () => void }

/** Shown over the page; the interrupted calls continue after the right password. */
export function ConfirmIdentityDialog({ admin, onConfirmed, onClose }: ConfirmIdentityDialogProps) {
  const confirm = useConfirmIdentity(admin.id)
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: standardSchemaResolver(Form),
    defaultValues: { password: '' },
  })

  const { password = '' } = useWatch({ control })

  const submit = ({ password }: z.infer<typeof Form>) =>
    confirm.mutate(password, {
      onSuccess: onConfirmed,
      onError: (error) => showFieldErrors(error, setError, fieldOf),
    })

  return (
    <FormDialog
      open
      size="small"
      title="Confirm your password"
      // it may stand over a question, so it cannot ask one itself
      closable={password === ''}
      hasDraft={false}
      pending={confirm.isPending}
      error={formMessage(confirm.error, fieldOf)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
      cancelLabel="Cancel"
      submitLabel="Confirm"
    >
      <p>You signed in a while ago. Enter your password again to go on.</p>
      <HiddenUsername email={admin.email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  )
}
