import type { ListedVersion } from '@health-console/contract/files/files.ts'
import { BanIcon, ChevronsUpIcon, ShieldCheckIcon, UploadIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { splitBytes, toGigabytes } from '../../../lib/bytes.ts'
import { fromEpochSeconds } from '../../../lib/dates.ts'
import { isolate } from '../../../lib/isolate.ts'
import type { Column } from '../../../table/column.ts'
import { LeadCell } from '../../../table/lead-cell.tsx'
import { type Act, RowMenu } from '../../../table/row-action.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Data } from '../../../ui/values/data.tsx'
import { Gauge } from '../../../ui/values/gauge.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import { DownloadLink } from '../download-link.tsx'
import { fileIcons, type FileRow, type Offer, type VersionRow } from '../file-rows.ts'
import { nameOf } from '../who-uploaded.ts'
import styles from './columns.module.css'

/** Below this width, the columns and their actions do not fit side by side. */
export const narrowBelowPx = 840

/** In a medium table, the second width applies. No width depends on the rows, so that the headings stay in their place. */
const least = (width: string, medium: string) => ({ minWidth: `clamp(${medium}, (100cqi - 61.75rem) * 100, ${width})` })

const fixed = (width: string, medium: string) => {
  const { minWidth } = least(width, medium)
  return { minWidth, maxWidth: minWidth }
}

type FileActionHandlers = {
  onUpload: (file: FileRow) => void
  onOffer: (version: ListedVersion) => void
  /** Undefined for admins who may not withdraw. */
  onWithdraw: ((version: ListedVersion) => void) | undefined
}

export const fileColumns = (handlers: FileActionHandlers): Column<VersionRow>[] => [
  {
    key: 'name',
    label: 'File Name',
    ...fixed('16.75rem', '11.25rem'),
    render: ({ file, offer }) =>
      offer ? (
        <div className={styles.offered}>
          <ClippedName name={offer.filename} />
        </div>
      ) : (
        <FileName file={file} below={file.version > 0 && <ClippedName name={file.filename} />} />
      ),
    narrow: (row) => <NarrowRow row={row} onOffer={handlers.onOffer} />,
  },
  {
    key: 'size',
    label: 'Size',
    kind: 'number',
    ...fixed('5.75rem', '4.75rem'),
    render: ({ file, offer }) => <Size bytes={(offer ?? file).size} />,
  },
  {
    key: 'version',
    label: 'Version name',
    ...fixed('16rem', '13.75rem'),
    render: (row) => <Version {...row} />,
  },
  {
    key: 'updatedAt',
    label: 'Time uploaded',
    note: 'UTC',
    kind: 'rest',
    render: (row) => timeOf(row) && <Time {...row} />,
  },
  {
    key: 'actions',
    label: 'Actions',
    kind: 'actions',
    // The buttons of a touch screen are further apart.
    ...least('15.25rem', '14.125rem'),
    render: ({ file, offer }) =>
      offer ? (
        <RowMenu of={`version ${offer.version} of ${isolate(file.name)}`} acts={actsOfOffer(offer, file, handlers)} />
      ) : (
        <FileActions file={file} {...handlers} />
      ),
    narrow: ({ file, offer }) =>
      offer ? (
        <RowMenu
          isNarrow
          of={`version ${offer.version} of ${isolate(file.name)}`}
          acts={actsOfOffer(offer, file, handlers).slice(1)}
        />
      ) : (
        <FileActions isNarrow file={file} {...handlers} />
      ),
  },
]

function FileName({ file, below }: { file: FileRow; below: ReactNode }) {
  return <LeadCell start={<Icon icon={fileIcons[file.type]} size={18} />} text={file.name} below={below} />
}

/** A file with everything that other columns show, or below it the offered version with its usual action. */
function NarrowRow({ row, onOffer }: { row: VersionRow; onOffer: (version: ListedVersion) => void }) {
  const { file, offer } = row
  const facts = (
    <div className={styles.facts}>
      <Version {...row} />
      <span>{timeOf(row) && <Timestamp time={timeOf(row)} />}</span>
    </div>
  )
  if (!offer) return <FileName file={file} below={facts} />
  return (
    <div className={styles.narrowOffer}>
      {facts}
      <Button quiet size="small" aria-label={offerMore(offer, file)} onClick={() => onOffer(offer)}>
        Offer to more
      </Button>
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

function Version({ file, offer }: VersionRow) {
  if (offer)
    return (
      <div className={styles.part}>
        <span className={styles.version}>
          <VersionPlate version={offer.version} next />
          <span>
            offered to <b>{offer.offeredTo}&nbsp;% of devices</b>
          </span>
        </span>
        <Gauge label={`${offer.offeredTo}\u00A0% of devices`} percent={offer.offeredTo ?? 0} />
      </div>
    )
  return (
    <>
      <span className={styles.version}>
        <VersionPlate version={file.version} />
        {file.version > 0 && <Badge colour="green" label="Current" />}
      </span>
      {file.version > 0 && file.isSigned !== undefined && <Proof {...file} />}
    </>
  )
}

function Proof({ isSigned, checks }: FileRow) {
  return (
    <div className={styles.proof}>
      {isSigned && <Icon icon={ShieldCheckIcon} size={14} stroke={2} />}
      <span>{`${isSigned ? 'Signed' : 'Not signed yet'} · ${checks} checks passed`}</span>
    </div>
  )
}

/** Null while no version is current. */
function timeOf({ file, offer }: VersionRow): Date | null {
  if (offer) return fromEpochSeconds(offer.createdAt)
  return file.version > 0 ? fromEpochSeconds(file.updatedAt) : null
}

function Time(row: VersionRow) {
  const { file, offer } = row
  return (
    <>
      <Timestamp time={timeOf(row)} />
      {offer ? (
        <div className={styles.second}>
          Downloaded {offer.downloads.toLocaleString('en-GB')} {offer.downloads === 1 ? 'time' : 'times'} by devices
        </div>
      ) : (
        file.approvedBy && (
          <div className={styles.second}>
            Approved by <Data>{nameOf(file.approvedBy)}</Data>
          </div>
        )
      )}
    </>
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

const offerMore = ({ version }: Offer, file: FileRow) => `Offer to more: version ${version} of ${isolate(file.name)}`

/** The usual action first. */
function actsOfOffer(offer: Offer, file: FileRow, { onOffer, onWithdraw }: FileActionHandlers): Act[] {
  return [
    {
      icon: ChevronsUpIcon,
      iconWhenNarrow: true,
      label: 'Offer to more',
      name: offerMore(offer, file),
      onChoose: () => onOffer(offer),
    },
    ...(onWithdraw
      ? [
          {
            icon: BanIcon,
            iconWhenNarrow: true,
            label: 'Withdraw',
            name: `Withdraw version ${offer.version} of ${isolate(file.name)}`,
            isDelete: true,
            onChoose: () => onWithdraw(offer),
          },
        ]
      : []),
  ]
}

type FileActionsProps = FileActionHandlers & { file: FileRow; isNarrow?: boolean }

function FileActions({ file, isNarrow = false, onUpload }: FileActionsProps) {
  const name = isolate(file.name)
  const upload = { icon: UploadIcon, label: 'Re-upload', name: `Re-upload ${name}`, onChoose: () => onUpload(file) }
  return (
    <RowMenu of={name} isNarrow={isNarrow} acts={[upload]}>
      {file.url && <DownloadLink aria-label={`Download ${name}`} href={file.url} />}
    </RowMenu>
  )
}
