import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type StopDialogProps = { open: boolean; onConfirm: () => void; onClose: () => void }

/** Asks before an import that is under way is left. */
export function StopDialog({ open, onConfirm, onClose }: StopDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Stop the import?"
      cancelLabel="Continue"
      confirmLabel="Stop"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      The import is still under way. If you leave now, nothing changes.
    </ConfirmDialog>
  )
}
