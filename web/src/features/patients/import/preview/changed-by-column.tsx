import type { ColumnChange } from '@health-console/contract/patients/findings.ts'
import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { formatMeasure } from '@health-console/contract/patients/checks.ts'
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

/** The findings about whole columns, and how the values of each column change. */
export function ChangedByColumn({ preview, onRepair, onShowRows, onShowFinding }: ChangedByColumnProps) {
  const { findings, changedColumns } = preview
  const moved = changedColumns.filter(isMoved)
  const reasons = findings.filter((finding) => finding.needsReason)
  // The chart is beside the sentence that says what is wrong with the column, or else below the table.
  const explained = reasons.map(({ columns }) => columns[0])
  return (
    <>
      {reasons.map((finding, index) => {
        const change = moved.find(({ column }) => explained.indexOf(column) === index)
        return (
          <Finding key={finding.id} finding={finding} onRepair={onRepair} onShow={() => onShowFinding(finding.id)}>
            {change && <Distribution change={change} />}
          </Finding>
        )
      })}
      {changedColumns.length === 0 ? (
        <p className="muted">No existing patient’s values change.</p>
      ) : (
        <ColumnTable changes={changedColumns} onShowRows={onShowRows} />
      )}
      <div className={styles.charts}>
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
    { key: 'moves', label: 'Now and after import', kind: 'rest', render: (row) => <Moves row={row} /> },
    { key: 'show', label: 'Action', kind: 'actions', render: showRows },
  ]
  const stacked: Column<Row> = {
    key: 'column',
    label: 'Changes by column',
    kind: 'paragraph',
    render: (row) => (
      <div className={styles.stackedAction}>
        <div className={styles.stacked}>
          <span>
            {labelOf(row.column)} · {counted(row.rows, 'row')}
          </span>
          <Moves row={row} />
        </div>
        {showRows(row)}
      </div>
    ),
  }
  const rows = changes.map((change) => ({ ...change, id: change.column }))
  return <DialogTable label="Changes by column" columns={columns} stacked={stacked} rows={rows} />
}

const isMoved = (change: ColumnChange): change is MovedColumn => change.distribution !== null

/** Describes a change: "Median 69 → 68 kg, Lowest 43 → 41 kg", "Male 103 → 116". */
function Moves({ row }: { row: Row }) {
  const { column, medianNow, medianNext, lowest, highest, values } = row
  const unit = unitOf(column)
  const numbers = [
    (medianNow ?? medianNext) !== null && { name: 'Median', now: medianNow, next: medianNext },
    lowest && { name: 'Lowest', ...lowest },
    highest && { name: 'Highest', ...highest },
  ].filter((move) => move !== null && move !== false)
  return (
    <span className={styles.moves}>
      {numbers.map(({ name, now, next }) => (
        <Move
          key={name}
          name={name}
          now={formatMeasure(column, now) ?? '-'}
          next={formatMeasure(column, next) ?? '-'}
          unit={next === null ? '' : unit}
        />
      ))}
      {values.map(({ value, now, next }) => (
        <Move
          key={value}
          name={value === null ? 'Empty' : isolate(value)}
          now={formatCount(now)}
          next={formatCount(next)}
        />
      ))}
    </span>
  )
}

type MoveProps = { name: string; now: string; next: string; unit?: string }

function Move({ name, now, next, unit = '' }: MoveProps) {
  return (
    <span>
      <span>{name}</span> <span className="muted">{now}</span> <span>→</span> <b>{next}</b>
      {unit && <span className="unit">{`\u00a0${unit}`}</span>}
    </span>
  )
}
