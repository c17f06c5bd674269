import { PasskeyName, type PasskeyCreation } from '@health-console/contract/staff/passkeys.ts'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useAddPasskey, useBeginPasskey } from './queries.ts'

const Form = z.object({ name: PasskeyName })

type AddPasskeyDialogProps = {
  options: PasskeyCreation
  onAdded: (recoveryCodes: string[]) => void
  /** The options can be used once and expire after a few minutes, so a failed attempt fetches new ones. */
  onOptions: (options: PasskeyCreation) => void
  onBack: () => void
}

export function AddPasskeyDialog({ options, onAdded, onOptions, onBack }: AddPasskeyDialogProps) {
  const begin = useBeginPasskey()
  const { field, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { name: '' },
    mutation: useAddPasskey(),
    send: ({ name }) => ({ name, options }),
    onSuccess: onAdded,
    onError: () => begin.mutate(undefined, { onSuccess: onOptions }),
  })
  return (
    <FormDialog
      closable={false}
      title="Add a passkey"
      {...form}
      onClose={onBack}
      cancelLabel="Back"
      submitLabel="Continue"
    >
      <p>
        A passkey is stored on this device, your phone, a security key or in a password manager. Use it to sign in with
        your fingerprint, face or PIN.
      </p>
      <TextField label="Name" help="Give it a name you’ll recognise, such as “Work laptop”." {...field('name')} />
    </FormDialog>
  )
}
