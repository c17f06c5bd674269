import { GivenCode, GivenPassword } from '@health-console/contract/text.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Session } from '../../api/session-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useConfirmIdentity } from './queries.ts'

type ConfirmIdentityDialogProps = { session: Session; onConfirmed: () => void; onClose: () => void }

/** Shown over the page; the interrupted calls continue after the right password, or a code. */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const [way, setWay] = useState<'password' | 'code'>('password')
  return <ConfirmDialog key={way} {...props} way={way} onWay={setWay} />
}

const formOf = { password: z.object({ secret: GivenPassword }), code: z.object({ secret: GivenCode }) }
const fieldOf = { password: 'secret', code: 'secret' } as const

type ConfirmDialogProps = ConfirmIdentityDialogProps & {
  way: 'password' | 'code'
  onWay: (way: 'password' | 'code') => void
}

function ConfirmDialog({ session, onConfirmed, onClose, way, onWay }: ConfirmDialogProps) {
  const { user, secondFactor } = session
  const confirm = useConfirmIdentity(user.id)
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: standardSchemaResolver(formOf[way]),
    defaultValues: { secret: '' },
  })
  const { secret = '' } = useWatch({ control })
  const field = { error: formState.errors.secret?.message, ...register('secret') }

  const submit = ({ secret: given }: { secret: string }) =>
    confirm.mutate(way === 'code' ? { code: given } : { password: given }, {
      onSuccess: onConfirmed,
      onError: (error) => showFieldErrors(error, setError, fieldOf),
    })

  return (
    <FormDialog
      open
      size="small"
      title={secondFactor === 'set' ? 'Confirm it is you' : 'Confirm your password'}
      // it may stand over a question, so it cannot ask one itself
      closable={secret === ''}
      hasDraft={false}
      pending={confirm.isPending}
      error={formMessage(confirm.error, fieldOf)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
      cancelLabel="Cancel"
      submitLabel="Confirm"
    >
      {way === 'password' ? (
        <>
          <p>You signed in a while ago. Enter your password again to go on.</p>
          <HiddenUsername email={user.email} />
          <PasswordField label="Password" autoComplete="current-password" {...field} />
        </>
      ) : (
        <>
          <p>You signed in a while ago. Enter the code that your authenticator app shows to go on.</p>
          <TextField label="Code" autoComplete="one-time-code" inputMode="numeric" spellCheck={false} {...field} />
        </>
      )}
      {secondFactor === 'set' && (
        <div>
          <Button size="small" onClick={() => onWay(way === 'code' ? 'password' : 'code')}>
            {way === 'code' ? 'Use the password' : 'Use a code'}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
