import type { Report } from '@health-console/contract/reports.ts'
import { DownloadIcon, EyeIcon } from 'lucide-react'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { shorten } from '../../lib/short-ids.ts'
import type { Column } from '../../table/column.ts'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Id, ShortId } from '../../ui/values/id.tsx'
import type { ReportReading } from './over-time/use-over-time.ts'
import styles from './columns.module.css'

type ReportRow = { id: string; report: Report; readings: ReportReading[] }

type ReportAct = (reportId: string) => void

/** The date, and below it what the report says. */
const generated: Column<ReportRow> = {
  key: 'generatedAt',
  label: 'Date generated',
  note: 'UTC',
  kind: 'rest',
  render: ({ report, readings }) => (
    <div className={styles.lead}>
      <Timestamp time={fromEpochSeconds(report.generatedAt)} />
      {readings.length > 0 && <Readings readings={readings} />}
    </div>
  ),
}

const id: Column<ReportRow> = {
  key: 'id',
  label: 'Report ID',
  kind: 'id',
  copies: 'report ID',
}
const wholeId: Column<ReportRow> = {
  ...id,
  minWidth: '24rem',
  maxWidth: '24rem',
  render: (row) => <Id id={row.id} />,
}
const shortId: Column<ReportRow> = { ...id, render: (row) => <ShortId id={row.id} /> }

/** All columns, those for a narrow table, which has only the end of the ID, and those for phones, which have no ID. */
export function reportColumns(onView: ReportAct, onDownload: ReportAct) {
  const action: Column<ReportRow> = {
    key: 'action',
    label: 'Action',
    kind: 'actions',
    render: ({ id: reportId }) => (
      <RowActions>
        <RowAction
          icon={EyeIcon}
          label="View"
          aria-label={`View report ${shorten(reportId)}`}
          onClick={() => onView(reportId)}
        />
        <RowAction
          icon={DownloadIcon}
          label="Download report"
          aria-label={`Download report ${shorten(reportId)}`}
          onClick={() => onDownload(reportId)}
        />
      </RowActions>
    ),
  }
  return { wide: [wholeId, generated, action], narrow: [shortId, generated, action], phone: [generated, action] }
}

/** "65 bpm · 118/74 mmHg". The names of the values are for screen readers, because the readings above have them. */
function Readings({ readings }: { readings: ReportReading[] }) {
  return (
    <span className={styles.readings}>
      {readings.map(({ title, value, unit }, index) => (
        <span key={title}>
          {index > 0 && ' · '}
          <span className="sr-only">{title} </span>
          {value === null ? '-' : [value, unit].join('\u00a0').trim()}
        </span>
      ))}
    </span>
  )
}
