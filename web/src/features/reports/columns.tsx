import type { Report } from '@health-console/contract/reports.ts'
import { DownloadIcon, EyeIcon } from 'lucide-react'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { shorten } from '../../lib/short-ids.ts'
import type { Column } from '../../table/column.ts'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Id, ShortId } from '../../ui/values/id.tsx'
import styles from './columns.module.css'

type ReportRow = { id: string; report: Report }

type ReportAct = (reportId: string) => void

const generated: Column<ReportRow> = {
  key: 'generatedAt',
  label: 'Date generated',
  note: 'UTC',
  kind: 'figures',
  render: ({ report }) => <Timestamp time={fromEpochSeconds(report.generatedAt)} />,
}

const id: Column<ReportRow> = {
  key: 'id',
  label: 'Report ID',
  kind: 'id',
  maxWidth: '23rem',
  copies: 'report ID',
  render: (row) => <Id id={row.id} />,
}

/** All columns, and those for a narrow table: the date with the end of the ID below it, and the actions. */
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
  return { wide: [id, generated, action], narrow: [generatedAndId, action] }
}

const generatedAndId: Column<ReportRow> = {
  ...generated,
  render: (row) => (
    <div className={styles.lead}>
      <Timestamp time={fromEpochSeconds(row.report.generatedAt)} />
      <span className="stamp id">
        <span className="sr-only">Report ID </span>
        <Copyable text={row.id} what={`report ID ${shorten(row.id)}`}>
          <ShortId id={row.id} />
        </Copyable>
      </span>
    </div>
  ),
}
