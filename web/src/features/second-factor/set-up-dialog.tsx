import { GivenCode } from '@health-console/contract/text.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QrCode } from './qr-code.tsx'
import { useConfirmSecondFactor } from './queries.ts'
import styles from './second-factor.module.css'

export type Setup = { secret: string; uri: string }

const Form = z.object({ code: GivenCode })
const fieldOf = { code: 'code' } as const

type SetUpDialogProps = { setup: Setup; onConfirmed: (recoveryCodes: string[]) => void; onBack: () => void }

export function SetUpDialog({ setup: { secret, uri }, onConfirmed, onBack }: SetUpDialogProps) {
  const confirm = useConfirmSecondFactor()
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: standardSchemaResolver(Form),
    defaultValues: { code: '' },
  })
  const { code = '' } = useWatch({ control })
  const submit = ({ code: given }: z.infer<typeof Form>) =>
    confirm.mutate(given, {
      onSuccess: ({ data }) => onConfirmed(data.recoveryCodes),
      onError: (error) => showFieldErrors(error, setError, fieldOf),
    })
  return (
    <FormDialog
      closable={false}
      title="Set up an authenticator app"
      pending={confirm.isPending}
      error={formMessage(confirm.error, fieldOf)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onBack}
      cancelLabel="Back"
      submitLabel="Confirm"
      submitDisabled={code.trim() === ''}
    >
      <p>Scan this with the app on your phone.</p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <div>
        <p className={styles.hint}>Or enter this key there by hand:</p>
        <Copyable text={secret} what="the key">
          <span className={`id ${styles.key}`}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        </Copyable>
      </div>
      <TextField
        label="Code"
        help="The six digits that the app then shows."
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        error={formState.errors.code?.message}
        {...register('code')}
      />
    </FormDialog>
  )
}
