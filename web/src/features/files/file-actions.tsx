import { DownloadIcon, RotateCcwClockIcon, UploadIcon } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { RowAction, RowActionLink, RowActions } from '../../table/row-action.tsx'
import type { FileRow } from './file-rows.ts'

export type FileActionHandlers = { onUpload: (file: FileRow) => void; onHistory: (file: FileRow) => void }

export function FileActions({ file, onUpload, onHistory }: FileActionHandlers & { file: FileRow }) {
  return (
    <RowActions many>
      {file.version > 0 && (
        <RowAction
          icon={RotateCcwClockIcon}
          label="History"
          aria-label={`History of ${isolate(file.name)}`}
          onClick={() => onHistory(file)}
        />
      )}
      {file.url && (
        <RowActionLink
          icon={DownloadIcon}
          label="Download"
          aria-label={`Download ${isolate(file.name)}`}
          href={file.url}
        />
      )}
      <RowAction
        icon={UploadIcon}
        label="Re-upload"
        aria-label={`Re-upload ${isolate(file.name)}`}
        onClick={() => onUpload(file)}
      />
    </RowActions>
  )
}
