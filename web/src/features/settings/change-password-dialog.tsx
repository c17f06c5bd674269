import { shownEmail } from '../../lib/shown-email.ts'
import { NewPassword } from '@health-console/contract/staff/passwords.ts'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { isGoodPassword, NewPasswordField } from '../../forms/new-password-field.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Note } from '../../ui/page/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { Data } from '../../ui/values/data.tsx'
import { emailChangeQuery, useChangePassword } from './queries.ts'

/** The current password has no rule, because only the server knows whether it is right. */
const Form = z.object({ oldPassword: z.string(), newPassword: NewPassword })

/** Changes the password. Mount it when it opens, because closing it discards what was typed. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { field, values, ...form } = useMutationForm({
    mode: 'onChange',
    schema: Form,
    defaultValues: { oldPassword: '', newPassword: '' },
    mutation: useChangePassword(),
    send: (passwords) => passwords,
    onSuccess: () => {
      toast.success('Password changed successfully')
      onClose()
    },
  })
  const { oldPassword, newPassword } = values
  const { data: pending } = useQuery(emailChangeQuery)

  return (
    <FormDialog
      size="small"
      title="Change password"
      hasDraft={oldPassword + newPassword !== ''}
      {...form}
      onClose={onClose}
      submitLabel="Save"
      submitDisabled={!isGoodPassword(newPassword)}
    >
      <HiddenUsername email={email} />
      {pending?.data && (
        <Note>
          This also cancels the change of your email address to{' '}
          <b>
            <Data>{shownEmail(pending.data.newEmail)}</Data>
          </b>
          .
        </Note>
      )}
      <PasswordField label="Current password" autoComplete="current-password" {...field('oldPassword')} />
      <NewPasswordField label="New password" password={newPassword} {...field('newPassword')} />
    </FormDialog>
  )
}
