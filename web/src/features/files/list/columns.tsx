import type { ListedVersion } from '@health-console/contract/files.ts'
import type { ReactNode } from 'react'
import { splitBytes, toGigabytes } from '../../../lib/bytes.ts'
import { formatDate, fromEpochSeconds } from '../../../lib/dates.ts'
import type { Column } from '../../../table/column.ts'
import { LeadCell } from '../../../table/lead-cell.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { Gauge } from '../../../ui/values/gauge.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import styles from './columns.module.css'
import { fileIcons, type FileRow, type VersionRow } from '../file-rows.ts'
import { nameOf, uploaderOf } from '../who-uploaded.ts'
import { BanIcon, ChevronsUpIcon, ClipboardCheckIcon, FileTextIcon, RotateCcwClockIcon, UploadIcon } from 'lucide-react'
import { isolate } from '../../../lib/isolate.ts'
import { RowAction, RowActions } from '../../../table/row-action.tsx'
import { Data } from '../../../ui/values/data.tsx'
import { DownloadLink } from '../download-link.tsx'

/** Below this width, four columns and three icons do not fit side by side. */
export const narrowBelowPx = 740

type TableOptions = FileActionHandlers & {
  /** Whether the rows say which version is current, and who approved it. */
  showsStates: boolean
  meId: string
}

/** All columns, and those for a narrow table: the name with the other columns below it, and the actions. */
export function fileColumns({ showsStates, meId, ...handlers }: TableOptions) {
  const name: Column<VersionRow> = {
    key: 'name',
    label: 'File Name',
    render: (row) => <Name row={row} below={showsStates && <Filename row={row} />} />,
  }
  const size: Column<VersionRow> = {
    key: 'size',
    label: 'Size',
    kind: 'number',
    render: ({ file, beside }) => <Size bytes={(beside ?? file).size} />,
  }
  const version: Column<VersionRow> = {
    key: 'version',
    label: 'Version name',
    render: (row) => <Version row={row} showsStates={showsStates} />,
  }
  const updatedAt: Column<VersionRow> = {
    key: 'updatedAt',
    label: 'Time uploaded',
    note: 'UTC',
    kind: 'figures',
    render: (row) => timeOf(row) && <Time row={row} meId={meId} />,
  }
  const narrow: Column<VersionRow> = {
    key: 'name',
    label: 'File Name',
    kind: 'rest',
    note: 'UTC times',
    render: (row) => (
      <Name
        row={row}
        below={
          <div className={styles.facts}>
            <Version row={row} showsStates={showsStates} />
            <span>
              <Size bytes={(row.beside ?? row.file).size} />
            </span>
            {timeOf(row) && (
              <span className={styles.timestamp}>
                <Time row={row} meId={meId} />
              </span>
            )}
          </div>
        }
      />
    ),
  }
  const actions: Column<VersionRow> = {
    key: 'actions',
    label: 'Actions',
    kind: 'actions',
    render: (row) => <FileActions row={row} meId={meId} {...handlers} />,
  }
  return { wide: [name, size, version, updatedAt, actions], narrow: [narrow, actions] }
}

/** A version beside the current one is shown with its file name. */
function Name({ row: { file, beside }, below }: { row: VersionRow; below: ReactNode }) {
  if (!beside) return <LeadCell start={<Icon icon={fileIcons[file.type]} size={18} />} text={file.name} below={below} />
  return (
    <div className={styles.beside}>
      <ClippedName name={beside.filename} />
      {below}
    </div>
  )
}

function Filename({ row: { file, beside } }: { row: VersionRow }) {
  if (beside || file.version === 0) return null
  return (
    <div className={styles.second}>
      <ClippedName name={file.filename} />
    </div>
  )
}

/** The end of a name, which tells versions apart, is never clipped. */
function ClippedName({ name }: { name: string }) {
  const shown = isolate(name)
  return (
    <span className={styles.filename} title={shown}>
      <span>{shown.slice(0, -11)}</span>
      <span>{shown.slice(-11)}</span>
    </span>
  )
}

function Version({ row: { file, beside }, showsStates }: { row: VersionRow; showsStates: boolean }) {
  if (!beside) {
    return (
      <span className={styles.version}>
        <VersionPlate version={file.version} />
        {showsStates && file.version > 0 && <Badge colour="green" label="Current" />}
      </span>
    )
  }
  if (beside.offeredTo !== null) {
    return (
      <div className={styles.part}>
        <span className={styles.version}>
          <VersionPlate version={beside.version} next />
          <span>
            offered to <b>{beside.offeredTo}&nbsp;% of devices</b>
          </span>
        </span>
        <Gauge label={`${beside.offeredTo}\u00A0% of devices`} percent={beside.offeredTo} />
      </div>
    )
  }
  const isAwaiting = beside.state === 'awaiting_approval'
  return (
    <span className={styles.version}>
      <VersionPlate version={beside.version} next={isAwaiting} />
      <Badge colour={isAwaiting ? 'yellow' : 'grey'} label={isAwaiting ? 'Awaiting approval' : 'Withdrawn'} />
    </span>
  )
}

/** Null while no version is current. */
function timeOf({ file, beside }: VersionRow): Date | null {
  if (beside) return fromEpochSeconds(beside.createdAt)
  return file.version > 0 ? fromEpochSeconds(file.updatedAt) : null
}

function Time({ row, meId }: { row: VersionRow; meId: string }) {
  return (
    <>
      <Timestamp time={timeOf(row)} />
      <About row={row} meId={meId} />
    </>
  )
}

function About({ row: { file, beside }, meId }: { row: VersionRow; meId: string }) {
  if (!beside) {
    return (
      file.approvedBy && (
        <div className={styles.second}>
          Approved by <Data>{nameOf(file.approvedBy)}</Data>
        </div>
      )
    )
  }
  if (beside.offeredTo !== null) {
    const downloads = beside.downloads ?? 0
    return (
      <div className={styles.second}>
        Downloaded {downloads.toLocaleString('en-GB')} {downloads === 1 ? 'time' : 'times'} by devices
      </div>
    )
  }
  if (beside.state === 'awaiting_approval') {
    const isOwn = beside.uploadedBy?.id === meId
    return (
      <div className={styles.second}>
        {isOwn ? <span>Uploaded by you · awaiting another admin</span> : <Data>{uploaderOf(beside)}</Data>}
        {!isOwn && (
          <>
            {' · '}
            <b>awaiting your review</b>
          </>
        )}
      </div>
    )
  }
  const withdrawal = beside.decisions.find(({ decision }) => decision === 'withdraw')
  return (
    withdrawal && (
      <div className={styles.second}>
        Withdrawn on {formatDate(fromEpochSeconds(withdrawal.decidedAt))}: “<Data>{withdrawal.reason ?? ''}</Data>”
      </div>
    )
  )
}

/** The size is in gigabytes. Smaller sizes are also shown in readable units. */
function Size({ bytes }: { bytes: number }) {
  const { figure, unit } = splitBytes(bytes)
  const gigabytes = `${toGigabytes(bytes)} GB`
  if (bytes === 0) return <span className="muted">{gigabytes}</span>
  return (
    <>
      <span>{figure}</span> <span className="unit">{unit}</span>
      {unit !== 'GB' && <span className={`unit ${styles.gigabytes}`}> {gigabytes}</span>}
    </>
  )
}

type FileActionHandlers = {
  onUpload: (file: FileRow) => void
  onHistory: (file: FileRow) => void
  onReview: (version: ListedVersion) => void
  onOffer: (version: ListedVersion) => void
  /** Undefined for admins who may not withdraw. */
  onWithdraw: ((version: ListedVersion) => void) | undefined
}

type FileActionsProps = FileActionHandlers & { row: VersionRow; meId: string }

function FileActions({ row: { file, beside }, meId, ...handlers }: FileActionsProps) {
  const { onUpload, onHistory, onReview, onOffer, onWithdraw } = handlers
  if (beside && beside.offeredTo !== null) {
    const what = `version ${beside.version} of ${isolate(file.name)}`
    return (
      <RowActions many>
        <RowAction
          icon={ChevronsUpIcon}
          iconWhenNarrow
          label="Offer to more"
          aria-label={`Offer to more: ${what}`}
          onClick={() => onOffer(beside)}
        />
        {onWithdraw && (
          <RowAction
            icon={BanIcon}
            iconWhenNarrow
            variant="delete"
            label="Withdraw"
            aria-label={`Withdraw ${what}`}
            onClick={() => onWithdraw(beside)}
          />
        )}
      </RowActions>
    )
  }
  if (beside) {
    const isToReview = beside.state === 'awaiting_approval' && beside.uploadedBy?.id !== meId
    const label = isToReview ? 'Review' : 'Details'
    return (
      <RowActions>
        <RowAction
          icon={isToReview ? ClipboardCheckIcon : FileTextIcon}
          label={label}
          aria-label={`${label} of ${isolate(file.name)}, version ${beside.version}`}
          onClick={() => onReview(beside)}
        />
      </RowActions>
    )
  }
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
