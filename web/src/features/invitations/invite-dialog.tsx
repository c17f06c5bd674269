import type { InviteRole } from '@health-console/contract/invitations.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/errors.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { RolePicker } from '../../forms/role-picker.tsx'
import { formMessage } from '../../forms/server-errors.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { AddressProblems } from './address-problems.tsx'
import { useInvite } from './queries.ts'
import { readEmails, withoutItems, type AddressProblem } from './read-emails.ts'
import { RoleMeaning } from './role-meaning.tsx'

/** Mount it when it opens: closing it discards what was typed. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  const [role, setRole] = useState<InviteRole>('admin')
  const [problems, setProblems] = useState<AddressProblem[]>([])
  const { register, handleSubmit, setError, getValues, setValue, setFocus, formState } = useForm({
    defaultValues: { emails: '' },
  })

  const check = (text: string) => {
    const { error, problems: found } = readEmails(text)
    setProblems(found)
    return error ?? true
  }

  const submit = ({ emails: text }: { emails: string }) =>
    invite.mutate(
      { emails: readEmails(text).emails, role },
      {
        onSuccess: () => {
          toast.success('Invite successfully sent')
          onClose()
        },
        onError: (error) => {
          const refused = refusedAddresses(error)
          if (refused.length === 0) return
          setProblems(refused)
          setError('emails', { type: 'server', message: 'Nobody was invited.' }, { shouldFocus: true })
        },
      },
    )

  const remove = () => {
    const kept = withoutItems(
      getValues('emails'),
      problems.map(({ index }) => index),
    )
    setValue('emails', kept, { shouldValidate: true })
    setFocus('emails')
  }

  return (
    <FormDialog
      open
      title="Invite admins"
      pending={invite.isPending}
      error={refusedAddresses(invite.error).length > 0 ? null : formMessage(invite.error)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
      cancelLabel="Cancel"
      submitLabel="Send invites"
    >
      <RolePicker value={role} onChange={setRole} />
      <div>
        <TextArea
          label="E-mails"
          placeholder="Enter comma-separated e-mails"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.emails?.message}
          {...register('emails', { validate: check })}
        />
        <AddressProblems problems={problems} onRemove={remove} />
      </div>
      <RoleMeaning role={role} />
    </FormDialog>
  )
}

/** Which addresses the server will not invite, by their place in the list. */
function refusedAddresses(error: Error | null): AddressProblem[] {
  if (!(error instanceof ApiError)) return []
  return error.fields.flatMap(({ path, message }) => {
    const index = /^users\.(\d+)\.email$/.exec(path)?.[1]
    return index === undefined ? [] : [{ index: Number(index), message }]
  })
}
