import type { PatientImportEntry } from '@health-console/contract/patients.ts'
import { formMessage } from '../../forms/server-errors.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useRestoreTable } from './queries.ts'

/** Asks before an older table is shown again. */
export function RestoreDialog({ entry, onClose }: { entry: PatientImportEntry | null; onClose: () => void }) {
  const restore = useRestoreTable()
  const close = () => {
    restore.reset()
    onClose()
  }
  const confirm = () => {
    if (!entry) return
    restore.mutate(entry.id, {
      onSuccess: () => {
        toast.success('The table was restored')
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      open={entry !== null}
      title="Restore this table?"
      confirmLabel="Restore"
      pending={restore.isPending}
      error={formMessage(restore.error)}
      onConfirm={confirm}
      onClose={close}
    >
      {entry && (
        <>
          The table of <b>{formatDateTime(entry.appliedAt)}</b> with {formatCount(entry.rows)} rows replaces the one
          that is shown now. That one stays in the history.
        </>
      )}
    </ConfirmDialog>
  )
}
