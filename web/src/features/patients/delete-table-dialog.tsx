import type { PatientImportEntry } from '@health-console/contract/patients/imports.ts'
import { Reason } from '@health-console/contract/values/text.ts'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { formatExactTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { deleteTable } from './import/import-queries.ts'

type DeleteTableDialogProps = { entry: PatientImportEntry; onClose: () => void }

/** Deletes an earlier table of patients permanently. Mount it when it opens. */
export function DeleteTableDialog({ entry, onClose }: DeleteTableDialogProps) {
  const { field, values, ...form } = useMutationForm({
    schema: z.object({ reason: Reason }),
    defaultValues: { reason: '' },
    mutation: useMutation({ mutationFn: deleteTable }),
    send: ({ reason }) => ({ id: entry.id, reason }),
    onSuccess: () => {
      toast.success('Table deleted')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Delete this table?"
      hasDraft={values.reason !== ''}
      {...form}
      onClose={onClose}
      submitLabel="Delete"
      submitVariant="delete"
    >
      <p>
        This deletes the table imported on <b>{formatExactTime(entry.appliedAt)}</b> ({formatCount(entry.rows)}{' '}
        {entry.rows === 1 ? 'row' : 'rows'}) and every history entry that restored it. This can’t be undone. Backups
        from before still contain it.
      </p>
      <TextField
        label="Reason"
        help="Super admins can read it in the audit log. Don’t include health data."
        {...field('reason')}
      />
    </FormDialog>
  )
}
