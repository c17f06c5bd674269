import type { FileFault } from '@health-console/contract/errors.ts'
import { formatCount } from '../../../lib/numbers.ts'
import type { Column } from '../../../table/column.ts'
import { DialogTable } from './dialog-table.tsx'
import styles from './import-dialog.module.css'

type FaultRow = FileFault & { id: string }

const faultColumns: Column<FaultRow>[] = [
  { key: 'row', label: 'Row', kind: 'number' },
  { key: 'column', label: 'Column' },
  { key: 'value', label: 'Value', kind: 'figures', maxWidth: '17.5rem' },
  { key: 'reason', label: 'Problem', kind: 'paragraph', minWidth: '13.75rem' },
]

type FaultTableProps = { label: string; faults: FileFault[]; scrollKey?: string }

/** Values of the file that need attention, with their cells. */
export function FaultTable({ label, faults, ...table }: FaultTableProps) {
  return (
    <DialogTable
      {...table}
      label={label}
      columns={faultColumns}
      stacked={{ key: 'fault', label, kind: 'paragraph', render: renderStacked }}
      rows={faults.map((fault, index) => ({ ...fault, id: String(index) }))}
    />
  )
}

function renderStacked({ row, column, value, reason }: FaultRow) {
  return (
    <div className={styles.stacked}>
      <span>
        Row {formatCount(row)} · {column}: <b>{value || '-'}</b>
      </span>
      <span>{reason}</span>
    </div>
  )
}
