import { PasskeyName, type PasskeyCreation } from '@health-console/contract/passkeys.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useAddPasskey, useBeginPasskey } from './queries.ts'

const Form = z.object({ name: PasskeyName })
const fieldOf = { name: 'name' } as const

type AddPasskeyDialogProps = {
  options: PasskeyCreation
  onAdded: (recoveryCodes: string[]) => void
  /** The options can be used once and expire after a few minutes, so a failed attempt fetches new ones. */
  onOptions: (options: PasskeyCreation) => void
  onBack: () => void
}

export function AddPasskeyDialog({ options, onAdded, onOptions, onBack }: AddPasskeyDialogProps) {
  const add = useAddPasskey()
  const begin = useBeginPasskey()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: standardSchemaResolver(Form),
    defaultValues: { name: '' },
  })
  const submit = ({ name }: z.infer<typeof Form>) =>
    add.mutate(
      { name, options },
      {
        onSuccess: onAdded,
        onError: (error) => {
          showFieldErrors(error, setError, fieldOf)
          begin.mutate(undefined, { onSuccess: onOptions })
        },
      },
    )
  return (
    <FormDialog
      closable={false}
      title="Add a passkey"
      pending={add.isPending}
      error={formMessage(add.error, fieldOf)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onBack}
      cancelLabel="Back"
      submitLabel="Continue"
    >
      <p>
        A passkey is kept by this device, your phone, a security key or a password manager. It signs you in with a
        finger, your face or a PIN.
      </p>
      <TextField
        label="Name"
        help="You will recognise it by this name, for example: Work laptop."
        maxLength={60}
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  )
}
