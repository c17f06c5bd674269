import type { RowKind } from '@health-console/contract/patients/answers.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { counted } from '../tables/column-names.ts'
import { DialogTable } from '../tables/dialog-table.tsx'
import { Line } from './clear-line.tsx'

const labels: Record<RowKind, string> = {
  units: 'Units',
  headings: 'Repeated headings',
  empty: 'No values',
  without_id: 'No ID',
  unlike: 'Heading, total or other table',
}

type LeftOutRow = ImportReading['rowsLeftOut']['rows'][number]
type Row = LeftOutRow & { id: string }

const cells: Column<Row> = { key: 'cells', label: 'First cells', kind: 'rest', value: cellsOf }

/** How many rows are skipped because they are not patients, and the first of them. */
export function RowsLeftOut({ rowsLeftOut: { rows, counts } }: ImportReading) {
  const kinds = Object.entries(counts) as [RowKind, number][]
  const all = kinds.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return null
  const named = kinds.map(([kind, count]) => `${labels[kind]} ${formatCount(count)}`)
  return (
    <Line title={`${counted(all, 'row')} skipped`} detail={named.join(' · ')}>
      <RowTable label="Skipped rows" rows={rows} count={all} hasKinds />
    </Line>
  )
}

type RowTableProps = { label: string; rows: readonly LeftOutRow[]; count: number; hasKinds?: boolean }

/** Rows of the file, with their first cells. */
export function RowTable({ label, rows, count, hasKinds = false }: RowTableProps) {
  const isJoined = new Set(rows.map(({ sheet }) => sheet)).size > 1
  return (
    <>
      <DialogTable
        label={label}
        columns={[
          ...(isJoined ? [{ key: 'sheet', label: 'Sheet', maxWidth: '9rem' } satisfies Column<Row>] : []),
          { key: 'row', label: 'Row', kind: 'number' },
          ...(hasKinds ? [{ key: 'kind', label: 'Why', value: ({ kind }: Row) => labels[kind] }] : []),
          cells,
        ]}
        stacked={{
          key: 'row',
          label,
          kind: 'paragraph',
          render: (row) =>
            `${isJoined ? `${isolate(row.sheet)} · ` : ''}Row ${formatCount(row.row)}${hasKinds ? ` · ${labels[row.kind]}` : ''}: ${cellsOf(row)}`,
        }}
        rows={rows.map((row) => ({ ...row, id: `${row.sheet} ${row.row}` }))}
      />
      {count > rows.length && <p>Showing the first {formatCount(rows.length)}.</p>}
    </>
  )
}

function cellsOf({ cells: texts }: Row): string {
  return texts.map((text) => isolate(text) || '-').join('\u2002')
}
