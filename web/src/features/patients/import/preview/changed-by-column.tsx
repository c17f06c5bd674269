import type { ColumnChange } from '@health-console/contract/patient-findings.ts'
import type { ImportPreview } from '@health-console/contract/patient-imports.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { counted, labelOf, unitOf } from '../tables/column-names.ts'
import { DialogTable } from '../tables/dialog-table.tsx'
import { Distribution, type MovedColumn } from './distribution.tsx'
import { Finding, type Repair } from './finding.tsx'
import styles from '../tables/import-parts.module.css'

type ChangedByColumnProps = {
  preview: ImportPreview
  onRepair: (repair: Repair) => void
  onShowRows: (column: PatientColumnKey) => void
  onShowFinding: (finding: string) => void
}

type Row = ColumnChange & { id: string }

/** What concerns whole columns, and how each column moves. */
export function ChangedByColumn({ preview, onRepair, onShowRows, onShowFinding }: ChangedByColumnProps) {
  const { findings, changedColumns } = preview
  const moved = changedColumns.filter(isMoved)
  const reasons = findings.filter((finding) => finding.needsReason)
  // beside the sentence that says what is wrong with it, or else below the table
  const explained = reasons.map(({ columns }) => columns[0])
  return (
    <>
      {reasons.map((finding, index) => (
        <Finding key={finding.id} finding={finding} onRepair={onRepair} onShow={() => onShowFinding(finding.id)}>
          {moved
            .filter(({ column }) => explained.indexOf(column) === index)
            .map((change) => (
              <Distribution key={change.column} change={change} />
            ))}
        </Finding>
      ))}
      {changedColumns.length === 0 ? (
        <p className="muted">No column changes in rows that are in the table and in the file.</p>
      ) : (
        <ColumnTable changes={changedColumns} onShowRows={onShowRows} />
      )}
      <div className={styles.pictures}>
        {moved
          .filter(({ column }) => !explained.includes(column))
          .map((change) => (
            <Distribution key={change.column} change={change} />
          ))}
      </div>
    </>
  )
}

type ColumnTableProps = { changes: readonly ColumnChange[]; onShowRows: (column: PatientColumnKey) => void }

function ColumnTable({ changes, onShowRows }: ColumnTableProps) {
  const showRows = ({ column }: Row) => (
    <Button quiet size="small" aria-label={`Show rows, ${labelOf(column)}`} onClick={() => onShowRows(column)}>
      Show rows
    </Button>
  )
  const columns: Column<Row>[] = [
    { key: 'column', label: 'Column', value: ({ column }) => labelOf(column) },
    { key: 'rows', label: 'Rows', kind: 'number', render: ({ rows }) => formatCount(rows) },
    { key: 'now', label: 'Median now', kind: 'number', render: (row) => measured(row, row.medianNow, 'span') },
    { key: 'next', label: 'After import', kind: 'number', render: (row) => measured(row, row.medianNext, 'b') },
    { key: 'show', label: 'Action', kind: 'actions', render: showRows },
  ]
  const stacked: Column<Row> = {
    key: 'column',
    label: 'Changed by column',
    kind: 'paragraph',
    render: (row) => (
      <div className={styles.stackedAction}>
        <div className={styles.stacked}>
          <span>
            {labelOf(row.column)} · {counted(row.rows, 'row')}
          </span>
          {row.medianNow !== null && row.medianNext !== null && (
            <span>
              Median {measured(row, row.medianNow, 'span')} → {measured(row, row.medianNext, 'b')}
            </span>
          )}
        </div>
        {showRows(row)}
      </div>
    ),
  }
  const rows = changes.map((change) => ({ ...change, id: change.column }))
  return <DialogTable label="Changed by column" columns={columns} stacked={stacked} rows={rows} />
}

const isMoved = (change: ColumnChange): change is MovedColumn => change.distribution !== null

function measured({ column }: Row, median: number | null, Element: 'span' | 'b') {
  if (median === null) return null
  const unit = unitOf(column)
  return (
    <>
      <Element>{median}</Element>
      {unit && <span className="unit">{`\u00a0${unit}`}</span>}
    </>
  )
}
