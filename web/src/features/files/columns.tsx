import type { ReactNode } from 'react'
import { splitBytes, toGigabytes } from '../../lib/bytes.ts'
import { fromEpochSeconds } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { VersionPlate } from '../../ui/version-plate.tsx'
import styles from './columns.module.css'
import { fileIcons, type FileRow } from './file-rows.ts'
import { RotateCcwClockIcon, UploadIcon } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { DownloadLink } from './download-link.tsx'

/** Below this width four columns and three icons do not fit side by side. */
export const narrowBelowPx = 740

/** All columns, and those for a narrow table: the name with the others below it, and the actions. */
export function fileColumns(handlers: FileActionHandlers) {
  const actions: Column<FileRow> = {
    key: 'actions',
    label: 'Actions',
    kind: 'actions',
    render: (file) => <FileActions file={file} {...handlers} />,
  }
  return { wide: [...columns, actions], narrow: [narrowColumn, actions] }
}

const columns: Column<FileRow>[] = [
  { key: 'name', label: 'File Name', render: (file) => <Name file={file} /> },
  { key: 'size', label: 'Size', kind: 'number', render: (file) => <Size bytes={file.size} /> },
  { key: 'version', label: 'Version name', render: (file) => <VersionPlate version={file.version} /> },
  {
    key: 'updatedAt',
    label: 'Time uploaded',
    note: 'UTC',
    kind: 'figures',
    render: (file) => file.version > 0 && <Timestamp time={fromEpochSeconds(file.updatedAt)} />,
  },
]

const narrowColumn: Column<FileRow> = {
  key: 'name',
  label: 'File Name',
  kind: 'rest',
  note: 'UTC times',
  render: (file) => <Name file={file} below={<Facts file={file} />} />,
}

function Name({ file, below }: { file: FileRow; below?: ReactNode }) {
  return <LeadCell start={<Icon icon={fileIcons[file.type]} size={18} />} text={file.name} below={below} />
}

function Facts({ file }: { file: FileRow }) {
  return (
    <div className={styles.facts}>
      <VersionPlate version={file.version} />
      <span>
        <Size bytes={file.size} />
      </span>
      {file.version > 0 && (
        <span className={styles.timestamp}>
          <Timestamp time={fromEpochSeconds(file.updatedAt)} />
        </span>
      )}
    </div>
  )
}

/** In gigabytes; what is smaller is in readable units before that. */
function Size({ bytes }: { bytes: number }) {
  const { figure, unit } = splitBytes(bytes)
  const gigabytes = `${toGigabytes(bytes)} GB`
  if (bytes === 0) return <span className="muted">{gigabytes}</span>
  return (
    <>
      {figure} <span className="unit">{unit}</span>
      {unit !== 'GB' && <span className={`unit ${styles.gigabytes}`}> {gigabytes}</span>}
    </>
  )
}

type FileActionHandlers = { onUpload: (file: FileRow) => void; onHistory: (file: FileRow) => void }

function FileActions({ file, onUpload, onHistory }: FileActionHandlers & { file: FileRow }) {
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
      {file.url && <DownloadLink aria-label={`Download ${isolate(file.name)}`} href={file.url} />}
      <RowAction
        icon={UploadIcon}
        label="Re-upload"
        aria-label={`Re-upload ${isolate(file.name)}`}
        onClick={() => onUpload(file)}
      />
    </RowActions>
  )
}
