import { GivenCode } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useConfirmSecondFactor } from './queries.ts'
import styles from './second-factor.module.css'
import { encode } from 'uqr'

export type Setup = { secret: string; uri: string }

const Form = z.object({ code: GivenCode })

type SetUpDialogProps = { setup: Setup; onConfirmed: (recoveryCodes: string[]) => void; onBack: () => void }

export function SetUpDialog({ setup: { secret, uri }, onConfirmed, onBack }: SetUpDialogProps) {
  const { field, values, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { code: '' },
    mutation: useConfirmSecondFactor(),
    send: ({ code }) => code,
    onSuccess: ({ data }) => onConfirmed(data.recoveryCodes),
  })
  return (
    <FormDialog
      closable={false}
      title="Set up an authenticator app"
      {...form}
      onClose={onBack}
      cancelLabel="Back"
      submitLabel="Confirm"
      submitDisabled={values.code.trim() === ''}
    >
      <p>Scan this QR code with your authenticator app.</p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <div>
        <p className={styles.hint}>Can’t scan it? Enter this key instead:</p>
        <Copyable text={secret} what="the key">
          <span className={`id ${styles.key}`}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        </Copyable>
      </div>
      <TextField
        label="Code"
        help="Enter the 6-digit code from the app."
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        {...field('code')}
      />
    </FormDialog>
  )
}

/** The code is dark on light in both themes, because not every camera reads the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} />
    </svg>
  )
}
