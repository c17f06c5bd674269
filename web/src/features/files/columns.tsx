import { toGigabytes } from '../../lib/bytes.ts'
import { formatDate, formatTime, fromEpochSeconds } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { Icon } from '../../ui/icon.tsx'
import { VersionPlate } from '../../ui/version-plate.tsx'
import { type FileActionHandlers, FileActions } from './file-actions.tsx'
import { fileIcons, type FileRow } from './file-rows.ts'

export function fileColumns(handlers: FileActionHandlers): Column<FileRow>[] {
  return [
    ...columns,
    { key: 'actions', label: 'Actions', kind: 'actions', render: (file) => <FileActions file={file} {...handlers} /> },
  ]
}

const columns: Column<FileRow>[] = [
  {
    key: 'name',
    label: 'File Name',
    render: (file) => <LeadCell start={<Icon name={fileIcons[file.type]} size={18} />} text={file.name} />,
  },
  { key: 'size', label: 'Size', kind: 'number', render: (file) => <Size bytes={file.size} /> },
  { key: 'version', label: 'Version name', render: (file) => <VersionPlate version={file.version} /> },
  {
    key: 'updatedAt',
    label: 'Time uploaded',
    kind: 'date',
    render: (file) => file.version > 0 && <Moment seconds={file.updatedAt} />,
  },
]

/** "20 November 2026, 07:17", the time quieter. */
export function Moment({ seconds }: { seconds: number }) {
  const time = fromEpochSeconds(seconds)
  return (
    <>
      {formatDate(time)}, <span className="time">{formatTime(time)}</span>
    </>
  )
}

function Size({ bytes }: { bytes: number }) {
  return (
    <>
      <span className={bytes === 0 ? 'muted' : undefined}>{toGigabytes(bytes)}</span> <span className="unit">GB</span>
    </>
  )
}
