import type { Report } from '@health-console/contract/reports.ts'
import { DownloadIcon } from 'lucide-react'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Column } from '../../table/column.ts'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Moment } from '../../ui/moment.tsx'
import styles from './columns.module.css'

export type ReportRow = { id: string; report: Report }

const generated: Column<ReportRow> = {
  key: 'generatedAt',
  label: 'Date generated',
  note: 'UTC',
  kind: 'figures',
  render: ({ report }) => <Moment time={fromEpochSeconds(report.generatedAt)} />,
}

const action: Column<ReportRow> = {
  key: 'action',
  label: 'Action',
  kind: 'actions',
  render: ({ report }) => (
    <RowActions>
      <RowAction
        icon={DownloadIcon}
        label="Download report"
        aria-label={`Download report ${shortId(report.reportId)}`}
        onClick={() => downloadReport(report)}
      />
    </RowActions>
  ),
}

export const reportColumns: Column<ReportRow>[] = [
  { key: 'id', label: 'Report ID', kind: 'id', render: ({ id }) => <ReportId id={id} /> },
  generated,
  action,
]

/** What fits beside the actions: the date, and below it the beginning of the id. */
export const narrowReportColumns: Column<ReportRow>[] = [
  {
    ...generated,
    render: ({ id, report }) => (
      <div className={styles.lead}>
        <Moment time={fromEpochSeconds(report.generatedAt)} />
        <span className="stamp id">
          <span className="sr-only">Report ID </span>
          <ReportId id={id} isShort />
        </span>
      </div>
    ),
  },
  action,
]

function ReportId({ id, isShort = false }: { id: string; isShort?: boolean }) {
  return (
    <Copyable text={id} what={`report ID ${shortId(id)}`}>
      <b>{shortId(id)}</b>
      {!isShort && <i>{id.slice(8)}</i>}
    </Copyable>
  )
}

const shortId = (id: string) => id.slice(0, 8)

function downloadReport(report: Report) {
  const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' })
  saveFile(content, `user-${report.reportId}-report.json`)
}
