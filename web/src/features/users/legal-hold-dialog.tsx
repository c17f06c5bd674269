import type { ErasurePreview } from '@health-console/contract/users/erasures.ts'
import type { EndUser } from '@health-console/contract/users/users.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { formError } from '../../forms/server-errors.ts'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { LegalHoldNote } from './legal-hold-note.tsx'
import { erasureQuery, addLegalHold, removeLegalHold } from './queries.ts'
import { ReasonForm } from './reason-form.ts'
import { Data } from '../../ui/values/data.tsx'

type LegalHoldDialogProps = { user: EndUser; name: string; onClose: () => void }

/** Adds a legal hold to a user, or removes it. Mount it when it opens. */
export function LegalHoldDialog({ hasLegalHold, ...props }: LegalHoldDialogProps & { hasLegalHold: boolean }) {
  return hasLegalHold ? <RemoveForm {...props} /> : <AddForm {...props} />
}

function AddForm({ user, name, onClose }: LegalHoldDialogProps) {
  const { field, values, ...form } = useMutationForm({
    schema: ReasonForm,
    defaultValues: { reason: '' },
    mutation: useMutation({ mutationFn: addLegalHold }),
    send: (values) => ({ userId: user.id, ...values }),
    onSuccess: () => {
      toast.success('Legal hold added')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Add legal hold"
      hasDraft={values.reason !== ''}
      {...form}
      onClose={onClose}
      submitLabel="Add legal hold"
    >
      <p>
        <b>
          <Data>{name}</Data>
        </b>{' '}
        can’t be erased, and their old reports aren’t deleted automatically, while the legal hold is in place.
      </p>
      <TextField label="Reason" help="Visible to other super admins. Don’t include health data." {...field('reason')} />
    </FormDialog>
  )
}

function RemoveForm({ user, name, onClose }: LegalHoldDialogProps) {
  const hold: ErasurePreview['hold'] = useQuery(erasureQuery(user.id)).data?.data.hold ?? null
  const lift = useMutation({
    mutationFn: removeLegalHold,
    onSuccess: () => {
      toast.success('Legal hold removed')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Remove legal hold"
      pending={lift.isPending}
      error={formError(lift.error)}
      onSubmit={(event) => {
        event.preventDefault()
        lift.mutate({ userId: user.id })
      }}
      onClose={onClose}
      submitLabel="Remove legal hold"
      focusSubmit
    >
      {hold && <LegalHoldNote hold={hold} />}
      <p>
        <b>
          <Data>{name}</Data>
        </b>{' '}
        can then be erased, and their old reports will again be deleted after the retention period.
      </p>
    </FormDialog>
  )
}
