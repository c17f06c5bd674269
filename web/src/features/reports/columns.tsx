import type { Report } from '@health-console/contract/reports/reports.ts'
import { DownloadIcon, EyeIcon } from 'lucide-react'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { shorten } from '../../lib/short-ids.ts'
import type { Column } from '../../table/column.ts'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Id, ShortId } from '../../ui/values/id.tsx'
import { WhoHasViewedInRow } from '../audit/who-has-viewed-button.tsx'
import { downloadReport } from './download-report.ts'
import type { ReportReading } from './over-time/use-over-time.ts'
import styles from './columns.module.css'

type ReportRow = { id: string; report: Report; readings: ReportReading[] }

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

const wholeWidth = '25.75rem'

/**
 * All columns, those for a narrow table, which has only the end of the ID, and those for phones, which have no ID.
 * @param mayAudit whether the admin may see who has viewed a report
 */
export function reportColumns(userId: string, onView: (reportId: string) => void, mayAudit: boolean) {
  const whoHasViewed = ({ id }: ReportRow) =>
    mayAudit && <WhoHasViewedInRow subject={`report:${id}`} name={`report ${shorten(id)}`} />
  const narrowId: Column<ReportRow> = {
    key: 'id',
    label: 'Report ID',
    kind: 'id',
    copies: 'report ID',
    beside: whoHasViewed,
    render: ShortId,
  }
  const action = (more?: typeof whoHasViewed): Column<ReportRow> => ({
    key: 'action',
    label: 'Action',
    kind: 'actions',
    render: (row) => (
      <RowActions>
        <RowAction
          icon={EyeIcon}
          label="View"
          aria-label={`View report ${shorten(row.id)}`}
          onClick={() => onView(row.id)}
        />
        <RowAction
          icon={DownloadIcon}
          label="Download report"
          aria-label={`Download report ${shorten(row.id)}`}
          onClick={() => void downloadReport(userId, row.id)}
        />
        {more?.(row)}
      </RowActions>
    ),
  })
  return {
    wide: [{ ...narrowId, minWidth: wholeWidth, maxWidth: wholeWidth, render: Id }, generated, action()],
    narrow: [narrowId, generated, action()],
    phone: [generated, action(whoHasViewed)],
  }
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
