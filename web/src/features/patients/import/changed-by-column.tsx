import type { ColumnChange } from '@health-console/contract/patient-findings.ts'
import type { ImportPreview } from '@health-console/contract/patient-imports.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { formatCount } from '../../../lib/numbers.ts'
import type { Column } from '../../../table/column.ts'
import { Button } from '../../../ui/button.tsx'
import { labelOf, unitOf } from './column-names.ts'
import { DialogTable } from './dialog-table.tsx'
import { Distribution } from './distribution.tsx'
import { Finding, type Repair } from './finding.tsx'
import styles from './import-dialog.module.css'

type ChangedByColumnProps = {
  preview: ImportPreview
  onRepair: (repair: Repair) => void
  onShowRows: (column: PatientColumnKey) => void
  onShowFinding: (finding: string) => void
  disabled: boolean
}

type Row = ColumnChange & { id: string }

/** What concerns whole columns, and how each column moves. */
export function ChangedByColumn({ preview, onRepair, onShowRows, onShowFinding, disabled }: ChangedByColumnProps) {
  const { findings, changedColumns } = preview
  const reasons = findings.filter((finding) => finding.needsReason)
  const explained = reasons.flatMap(({ columns }) => columns)
  const others = changedColumns.filter(({ column }) => !explained.includes(column)).filter(hasPicture)
  const showRows = ({ column }: Row) => (
    <Button quiet size="small" aria-label={`Show rows, ${labelOf(column)}`} onClick={() => onShowRows(column)}>
      Show rows
    </Button>
  )
  const columns: Column<Row>[] = [
    { key: 'column', label: 'Column', value: (row) => labelOf(row.column) },
    { key: 'rows', label: 'Rows', kind: 'number', render: (row) => formatCount(row.rows) },
    { key: 'now', label: 'Median now', kind: 'number', render: (row) => measured(row, row.medianNow) },
    { key: 'next', label: 'After import', kind: 'number', render: (row) => measured(row, row.medianNext, true) },
    { key: 'show', label: '', kind: 'actions', render: showRows },
  ]
  return (
    <>
      {reasons.map((finding) => (
        <Finding
          key={finding.id}
          finding={finding}
          onRepair={onRepair}
          onShow={() => onShowFinding(finding.id)}
          disabled={disabled}
        >
          {changedColumns
            .filter(hasPicture)
            .filter(({ column }) => column === finding.columns[0])
            .map((change) => (
              <Distribution key={change.column} change={change} />
            ))}
        </Finding>
      ))}
      {changedColumns.length === 0 ? (
        <p className="muted">No column changes in rows that are in the table and in the file.</p>
      ) : (
        <DialogTable
          label="Changed by column"
          columns={columns}
          stacked={{
            key: 'column',
            label: 'Changed by column',
            kind: 'paragraph',
            render: (row) => (
              <div className={styles.stackedAction}>
                <span>
                  {labelOf(row.column)}: {formatCount(row.rows)} rows
                  {row.medianNow !== null && row.medianNext !== null && (
                    <>
                      , median {row.medianNow} → <b>{row.medianNext}</b>
                    </>
                  )}
                </span>
                {showRows(row)}
              </div>
            ),
          }}
          rows={changedColumns.map((change) => ({ ...change, id: change.column }))}
        />
      )}
      {others.map((change) => (
        <Distribution key={change.column} change={change} />
      ))}
    </>
  )
}

type WithPicture = ColumnChange & { distribution: NonNullable<ColumnChange['distribution']> }

const hasPicture = (change: ColumnChange): change is WithPicture => change.distribution !== null

function measured({ column }: Row, median: number | null, isStrong = false) {
  if (median === null) return null
  const unit = unitOf(column)
  return (
    <>
      {isStrong ? <b>{median}</b> : median}
      {unit && <span className="unit">{`\u00a0${unit}`}</span>}
    </>
  )
}
