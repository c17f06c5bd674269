import { type Passkey, PasskeyName } from '@health-console/contract/passkeys.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useRenamePasskey } from './queries.ts'

const Form = z.object({ name: PasskeyName })
const fieldOf = { name: 'name' } as const

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) {
  const rename = useRenamePasskey()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: standardSchemaResolver(Form),
    defaultValues: { name },
  })
  const submit = (given: z.infer<typeof Form>) =>
    rename.mutate(
      { passkeyId: id, name: given.name },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, setError, fieldOf) },
    )
  return (
    <FormDialog
      size="small"
      title="Rename the passkey"
      hasDraft={formState.isDirty}
      pending={rename.isPending}
      error={formMessage(rename.error, fieldOf)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
      submitLabel="Save"
      submitDisabled={!formState.isDirty}
    >
      <TextField label="Name" maxLength={60} error={formState.errors.name?.message} {...register('name')} />
    </FormDialog>
  )
}
