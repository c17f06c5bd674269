import { overlapHours, type ServiceAccount, tokenDays } from '@health-console/contract/staff/service-accounts.ts'
import { toPlainInput } from '@health-console/contract/values/typed-text.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ifMailed } from '../../shell/page-settings.ts'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { Note } from '../../ui/page/note.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Data } from '../../ui/values/data.tsx'
import { useCreateToken } from './queries.ts'
import { TokenHistory } from './token-history.tsx'
import { workingTokens } from './tokens.ts'

const wholeNumber = (least: number, most: number) =>
  z.string().check(
    z.overwrite(toPlainInput),
    z.refine(
      (text) => /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `Enter a whole number from ${least} to ${most}`,
    ),
  )

const Form = z.strictObject({
  expiresInDays: wholeNumber(1, tokenDays.most),
  overlapHours: wholeNumber(0, overlapHours.most),
})

type RotateDialogProps = {
  account: ServiceAccount
  onMade: (made: { token: string; id: string; expiresAt: string }) => void
  onClose: () => void
}

/** Creates the first token of an account, or the next one. */
export function RotateDialog({ account, onMade, onClose }: RotateDialogProps) {
  const [nowMs] = useState(() => Date.now())
  const create = useCreateToken(account.id)
  const working = workingTokens(account, nowMs)
  const { field, isDirty, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { expiresInDays: String(tokenDays.usual), overlapHours: String(overlapHours.usual) },
    mutation: create,
    send: (values) => ({ expiresInDays: Number(values.expiresInDays), overlapHours: Number(values.overlapHours) }),
    onSuccess: ({ data }) => onMade(data),
  })
  const hasTokens = working.length > 0

  return (
    <FormDialog
      title={
        <>
          <Data>{account.name}</Data> - {hasTokens ? 'rotate' : 'create token'}
        </>
      }
      size="large"
      onClose={onClose}
      submitLabel="Create token"
      {...form}
    >
      {hasTokens && (
        <Note>
          The new token works immediately. Until they expire, existing tokens keep working during the overlap, so you
          have time to switch. If a token was leaked, choose 0 hours.
        </Note>
      )}
      <TextField
        label="Valid for (days)"
        inputMode="numeric"
        help={`Up to ${tokenDays.most}. ${ifMailed('The owner is emailed 14 days before it expires; the owner and all super admins 3 days before.')}`}
        {...field('expiresInDays')}
      />
      {hasTokens && (
        <TextField
          label="Overlap (hours)"
          inputMode="numeric"
          help={`Up to ${overlapHours.most}.`}
          {...field('overlapHours')}
        />
      )}
      {hasTokens && <TokenHistory account={account} tokens={working} nowMs={nowMs} />}
    </FormDialog>
  )
}
