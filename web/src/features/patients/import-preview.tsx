import { patientColumns, type ImportPreview as Preview } from '@health-console/contract/patients.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { Column } from '../../table/column.ts'
import { ScrollTable } from '../../table/scroll-table.tsx'
import { Note } from '../../ui/note.tsx'
import { Counts } from '../../ui/counts.tsx'
import { ColumnsNote } from './columns-note.tsx'
import { formatMeasure } from './columns.tsx'
import styles from './import-dialog.module.css'

type Change = Preview['changes'][number]

const changeColumns: Column<Change & { id: string }>[] = [
  { key: 'memberId', label: 'Member ID', kind: 'id', maxWidth: 280 },
  { key: 'column', label: 'Column', value: (change) => columnOf(change).label },
  {
    key: 'now',
    label: 'Now',
    kind: 'figures',
    maxWidth: 280,
    render: (change) => showValue(change, change.now, 'del'),
  },
  {
    key: 'next',
    label: 'After import',
    kind: 'figures',
    maxWidth: 280,
    render: (change) => showValue(change, change.next, 'b'),
  },
]

/** What the file would do to the table. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { added, changed, unchanged, removed, changes } = preview
  const isSame = added + changed + removed === 0
  return (
    <>
      <Counts
        items={[
          { label: 'New rows', count: added },
          { label: 'Changed', count: changed },
          { label: 'Unchanged', count: unchanged },
          { label: 'Removed', count: removed },
        ]}
      />
      {preview.needsConfirmation && (
        <Note tone="warning">
          <b>{formatCount(removed)} rows of the table are not in the file.</b> The import would remove them, more than a
          third of all.
        </Note>
      )}
      {isSame && <Note>The file holds the same rows as the table.</Note>}
      <ColumnsNote columnCount={preview.columnCount} ignored={preview.ignoredColumns} />
      {changes.length > 0 && (
        <div className={styles.changes}>
          <ScrollTable
            label="Changed values"
            columns={changeColumns}
            rows={changes.map((change, index) => ({ ...change, id: String(index) }))}
            density="compact"
          />
          <MoreChanges changed={changed} changes={changes} />
        </div>
      )}
    </>
  )
}

/** The server lists the first changes only. */
function MoreChanges({ changed, changes }: { changed: number; changes: Change[] }) {
  const more = changed - new Set(changes.map((change) => change.memberId)).size
  return more > 0 && <p>{formatCount(more)} more rows change. The first values are listed.</p>
}

function showValue(change: Change, value: Change['now'], Element: 'del' | 'b') {
  const { key, unit } = columnOf(change)
  const text = formatMeasure(key, value)
  return (
    text !== null && (
      <>
        <Element>{text}</Element>
        {unit && <span className="unit">{`\u00a0${unit}`}</span>}
      </>
    )
  )
}

function columnOf({ column }: Change) {
  return patientColumns.find(({ key }) => key === column) ?? patientColumns[0]
}

/** The preview in one sentence. */
export function summaryOf({ added, changed, unchanged, removed }: Preview): string {
  const [news, changes, same, gone] = [added, changed, unchanged, removed].map(formatCount)
  return `The file has been read. New rows: ${news}, changed: ${changes}, unchanged: ${same}, removed: ${gone}.`
}
