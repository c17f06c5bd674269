import type { FileVersion } from '@health-console/contract/files.ts'
import { formMessage } from '../../forms/server-errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import type { FileRow } from './file-rows.ts'
import { useRestoreVersion } from './queries.ts'

type RestoreDialogProps = { file: FileRow; version: FileVersion | null; onClose: () => void }

/** Asks before an earlier version is served again. */
export function RestoreDialog({ file, version, onClose }: RestoreDialogProps) {
  const restore = useRestoreVersion()
  const close = () => {
    restore.reset()
    onClose()
  }
  const confirm = () => {
    if (!version) return
    restore.mutate(
      { fileId: file.id, version: version.version },
      {
        onSuccess: (record) => {
          toast.success(`Version ${version.version} is current again, as version ${record.version}`)
          close()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      open={version !== null}
      title="Make this version current?"
      confirmLabel="Make current"
      pending={restore.isPending}
      error={formMessage(restore.error)}
      onConfirm={confirm}
      onClose={close}
    >
      {version && (
        <>
          The content of version {version.version} (<b>{version.filename}</b>) is served from now on, as a new version.
          The current one stays in the history.
        </>
      )}
    </ConfirmDialog>
  )
}
