import type { RowKind } from '@health-console/contract/patient-answers.ts'
import type { ImportReading } from '@health-console/contract/patient-questions.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { chooseTaken } from './answers.ts'
import { type ClearProps, Line } from './clear-line.tsx'
import { counted } from '../tables/column-names.ts'
import { DialogTable } from '../tables/dialog-table.tsx'
import styles from './questions.module.css'

const nouns: Record<RowKind, string> = { units: 'row of units', total: 'total', footnote: 'footnote' }
const labels: Record<RowKind, string> = { units: 'Units', total: 'Total', footnote: 'Footnote' }

type Row = ImportReading['rowsNotTaken']['rows'][number] & { id: string }

const columns: Column<Row>[] = [
  { key: 'row', label: 'Row', kind: 'number' },
  { key: 'kind', label: 'Looks like', value: ({ kind }) => labels[kind] },
  { key: 'cells', label: 'First cells', kind: 'rest', value: cellsOf },
]

/** Rows that look like no patient, and a box for each kind to take them nevertheless. */
export function RowsNotTaken({ reading, draft, onDraft }: ClearProps) {
  const { rows, counts } = reading.rowsNotTaken
  const kinds = (Object.entries(counts) as [RowKind, number][]).filter(([, count]) => count > 0)
  const all = kinds.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return null
  return (
    <Line title={`${counted(all, 'row')} not taken`} detail={kinds.map(kindText).join(', ')}>
      <div className={styles.ticks}>
        {kinds.map(([kind, count]) => (
          <Checkbox
            key={kind}
            label={`Take ${count === 1 ? 'the' : `the ${formatCount(count)}`} ${plural(kind, count)}`}
            checked={draft.answers.takenRows?.includes(kind) ?? false}
            onChange={({ target }) => onDraft(chooseTaken(draft, kind, target.checked))}
          />
        ))}
      </div>
      <DialogTable
        label="Rows that are not taken"
        columns={columns}
        stacked={{
          key: 'row',
          label: 'Rows that are not taken',
          kind: 'paragraph',
          render: (row) => `Row ${formatCount(row.row)} · ${labels[row.kind]}: ${cellsOf(row)}`,
        }}
        rows={rows.map((row) => ({ ...row, id: `${row.sheet} ${row.row}` }))}
      />
      {all > rows.length && <p>The first {formatCount(rows.length)} are listed.</p>}
    </Line>
  )
}

const kindText = ([kind, count]: [RowKind, number]) => `${formatCount(count)} ${plural(kind, count)}`

function plural(kind: RowKind, count: number): string {
  if (count === 1) return nouns[kind]
  return kind === 'units' ? 'rows of units' : `${nouns[kind]}s`
}

function cellsOf({ cells }: Row): string {
  return cells.map((cell) => isolate(cell) || '-').join('\u2002')
}
