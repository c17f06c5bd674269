import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/void.tsx'

type SettingsPlaceholderProps = { open: boolean; onClose: () => void }

/** Stands where the settings dialog is going to be. */
export function SettingsPlaceholder({ open, onClose }: SettingsPlaceholderProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Settings">
      <DialogBody>
        <EmptyState title="This screen is being built." subtitle="There is nothing to see here yet." />
      </DialogBody>
    </Dialog>
  )
}
