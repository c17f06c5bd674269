import type { ListedCell } from '@health-console/contract/errors.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { DialogTable } from './dialog-table.tsx'
import styles from './import-parts.module.css'
import { Data } from '../../../../ui/values/data.tsx'

type CellRow = ListedCell & { id: string }

const sheetColumn: Column<CellRow> = { key: 'sheet', label: 'Sheet', maxWidth: '10rem' }
const cellColumns: Column<CellRow>[] = [
  { key: 'row', label: 'Row', kind: 'number' },
  { key: 'column', label: 'Column' },
  { key: 'value', label: 'Value', kind: 'figures', maxWidth: '17.5rem' },
  { key: 'reason', label: 'Reason', kind: 'paragraph', minWidth: '13.75rem' },
]

type CellTableProps = { label: string; cells: ListedCell[]; scrollKey?: string }

/** Values of the file that need attention, with their cells. */
export function CellTable({ label, cells, ...table }: CellTableProps) {
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
        rows={cells.map((cell, index) => ({ ...cell, id: String(index) }))}
      />
    </>
  )
}

function renderStacked({ sheet, row, column, value, reason }: CellRow, isJoined: boolean) {
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
        <b>
          <Data>{value || '-'}</Data>
        </b>
      </span>
      <span>{reason}</span>
    </div>
  )
}
