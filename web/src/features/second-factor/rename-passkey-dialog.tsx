import { type Passkey, PasskeyName } from '@health-console/contract/passkeys.ts'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useRenamePasskey } from './queries.ts'

const Form = z.object({ name: PasskeyName })

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) {
  const { field, isDirty, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { name },
    mutation: useRenamePasskey(),
    send: (given) => ({ passkeyId: id, name: given.name }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      size="small"
      title="Rename the passkey"
      hasDraft={isDirty}
      {...form}
      onClose={onClose}
      submitLabel="Save"
      submitDisabled={!isDirty}
    >
      <TextField label="Name" maxLength={60} {...field('name')} />
    </FormDialog>
  )
}
