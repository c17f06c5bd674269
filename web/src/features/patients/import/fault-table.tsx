import type { FileFault } from '@health-console/contract/errors.ts'
import { isolate } from '../../../lib/isolate.ts'
import { formatCount } from '../../../lib/numbers.ts'
import type { Column } from '../../../table/column.ts'
import { DialogTable } from './dialog-table.tsx'
import styles from './import-dialog.module.css'

type FaultRow = FileFault & { id: string }

const sheetColumn: Column<FaultRow> = { key: 'sheet', label: 'Sheet', maxWidth: '10rem' }
const faultColumns: Column<FaultRow>[] = [
  { key: 'row', label: 'Row', kind: 'number' },
  { key: 'column', label: 'Column' },
  { key: 'value', label: 'Value', kind: 'figures', maxWidth: '17.5rem' },
  { key: 'reason', label: 'Problem', kind: 'paragraph', minWidth: '13.75rem' },
]

type FaultTableProps = { label: string; faults: FileFault[]; scrollKey?: string }

/** Values of the file that need attention, with their cells. */
export function FaultTable({ label, faults, ...table }: FaultTableProps) {
  const [sheet, ...others] = new Set(faults.flatMap((fault) => fault.sheet ?? []))
  const isJoined = others.length > 0
  return (
    <>
      {sheet !== undefined && !isJoined && <p className="stamp">In the sheet “{isolate(sheet)}”</p>}
      <DialogTable
        {...table}
        label={label}
        columns={isJoined ? [sheetColumn, ...faultColumns] : faultColumns}
        stacked={{ key: 'fault', label, kind: 'paragraph', render: (row) => renderStacked(row, isJoined) }}
        rows={faults.map((fault, index) => ({ ...fault, id: String(index) }))}
      />
    </>
  )
}

function renderStacked({ sheet, row, column, value, reason }: FaultRow, isJoined: boolean) {
  return (
    <div className={styles.stacked}>
      <span>
        {isJoined && sheet !== undefined && `${isolate(sheet)} · `}Row {formatCount(row)} · {isolate(column)}:{' '}
        <b>{isolate(value) || '-'}</b>
      </span>
      <span>{reason}</span>
    </div>
  )
}
