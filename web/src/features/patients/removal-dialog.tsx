import type { ImportPreview } from '@health-console/contract/patients.ts'
import { formatCount } from '../../lib/numbers.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type RemovalDialogProps = {
  /** null: nothing is asked. */
  preview: ImportPreview | null
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before more than a third of the table vanishes. */
export function RemovalDialog({ preview, pending, onConfirm, onClose }: RemovalDialogProps) {
  return (
    <ConfirmDialog
      open={preview !== null}
      title={preview && `Remove ${formatCount(preview.removed)} of ${formatCount(preview.rowsNow)} rows?`}
      variant="delete"
      confirmLabel="Import data"
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      They are not in the file, and they are more than a third of the table. A super admin can bring the old table back
      from the import history.
    </ConfirmDialog>
  )
}
