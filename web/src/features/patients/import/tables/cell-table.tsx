import type { ListedCell } from '@health-console/contract/errors.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { showWritten } from '../../table/measure.tsx'
import { DialogTable } from './dialog-table.tsx'
import styles from './import-parts.module.css'
import { Data } from '../../../../ui/values/data.tsx'

type CellRow = ListedCell & { id: string; key: PatientColumnKey | undefined }

const sheetColumn: Column<CellRow> = { key: 'sheet', label: 'Sheet', maxWidth: '10rem' }
const cellColumns: Column<CellRow>[] = [
  { key: 'row', label: 'Row', kind: 'number' },
  { key: 'column', label: 'Column' },
  { key: 'value', label: 'Value', kind: 'figures', maxWidth: '17.5rem', render: (row) => row.value && showValue(row) },
  { key: 'reason', label: 'Reason', kind: 'paragraph', minWidth: '13.75rem' },
]

type CellTableProps = {
  label: string
  cells: ListedCell[]
  /** The column of the table that is read from a heading. */
  columnOf?: (heading: string) => PatientColumnKey | undefined
  scrollKey?: string
}

/** Values of the file that need attention, with their cells. */
export function CellTable({ label, cells, columnOf, ...table }: CellTableProps) {
  const [sheet, ...others] = new Set(cells.flatMap((cell) => cell.sheet ?? []))
  const isJoined = others.length > 0
  return (
    <>
      {sheet !== undefined && !isJoined && (
        <p className="stamp">
          In the sheet “<Data>{sheet}</Data>”
        </p>
      )}
      <DialogTable
        {...table}
        label={label}
        columns={isJoined ? [sheetColumn, ...cellColumns] : cellColumns}
        stacked={{ key: 'cell', label, kind: 'paragraph', render: (row) => renderStacked(row, isJoined) }}
        rows={cells.map((cell, index) => ({ ...cell, id: String(index), key: columnOf?.(cell.column) }))}
      />
    </>
  )
}

function showValue({ key, value }: CellRow) {
  if (value === '') return null
  return <Data>{key === undefined ? value : showWritten(key, value)}</Data>
}

function renderStacked(cell: CellRow, isJoined: boolean) {
  const { sheet, row, column, reason } = cell
  return (
    <div className={styles.stacked}>
      <span>
        {isJoined && sheet !== undefined && (
          <span>
            <Data>{sheet}</Data>
            {' · '}
          </span>
        )}
        <span>
          Row {formatCount(row)} · <Data>{column}</Data>:{' '}
        </span>
        <b>{showValue(cell) ?? '-'}</b>
      </span>
      <span>{reason}</span>
    </div>
  )
}
