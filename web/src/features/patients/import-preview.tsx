import { type ImportPreview as Preview } from '@health-console/contract/patient-imports.ts'
import { patientColumns } from '@health-console/contract/patients.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { Column } from '../../table/column.ts'
import { Note } from '../../ui/note.tsx'
import { Counts } from '../../ui/counts.tsx'
import { ColumnsNote } from './columns-note.tsx'
import { formatMeasure } from './columns.tsx'
import { DialogTable } from './dialog-table.tsx'
import { ImportWarnings } from './import-warnings.tsx'
import { ReasonField } from './reason-field.tsx'
import type { Reason } from './use-reason.ts'
import styles from './import-dialog.module.css'

type Change = Preview['changes'][number]
type ChangeRow = Change & { id: string }

const changeColumns: Column<ChangeRow>[] = [
  { key: 'memberId', label: 'Member ID', kind: 'id', maxWidth: '17.5rem' },
  { key: 'column', label: 'Column', value: (change) => columnOf(change).label },
  {
    key: 'now',
    label: 'Now',
    kind: 'paragraph',
    minWidth: '8rem',
    render: (change) => showValue(change, change.now, 'del'),
  },
  {
    key: 'next',
    label: 'After import',
    kind: 'paragraph',
    minWidth: '8rem',
    render: (change) => showValue(change, change.next, 'b'),
  },
]

const stackedChange: Column<ChangeRow> = {
  key: 'change',
  label: 'Changed values',
  kind: 'paragraph',
  render: (change) => (
    <div className={styles.stacked}>
      <span>Member ID {isolate(change.memberId)}</span>
      <span>
        {columnOf(change).label} {showValue(change, change.now, 'del') ?? '-'} →{' '}
        {showValue(change, change.next, 'b') ?? '-'}
      </span>
    </div>
  ),
}

type ImportPreviewProps = { preview: Preview; reason: Reason; onDone: () => void; disabled: boolean }

/** What the file would do to the table. */
export function ImportPreview({ preview, ...confirmation }: ImportPreviewProps) {
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
      {removed * 3 > preview.rowsNow && (
        <Note tone="warning">
          <b>{formatCount(removed)} rows of the table are not in the file.</b> The import would remove them, more than a
          third of all.
        </Note>
      )}
      {preview.findings.map(({ id, title, detail }) => (
        <Note key={id} tone="warning">
          <b>{title}:</b> {detail}
        </Note>
      ))}
      {isSame && <Note>The file holds the same rows as the table.</Note>}
      <ColumnsNote
        columnCount={preview.columnCount}
        ignored={preview.ignoredColumns}
        missing={preview.missingColumns}
      />
      {changes.length > 0 && (
        <div className={styles.changes}>
          <DialogTable
            label="Changed values"
            columns={changeColumns}
            stacked={stackedChange}
            rows={changes.map((change, index) => ({ ...change, id: String(index) }))}
          />
          <MoreChanges changed={changed} changes={changes} />
        </div>
      )}
      {preview.warningCount > 0 && <ImportWarnings count={preview.warningCount} warnings={preview.warnings} />}
      {needsReason(preview) && <ReasonField {...confirmation} />}
    </>
  )
}

/** Whether something about a whole column has to be explained. */
export const needsReason = ({ findings }: Preview): boolean => findings.some((finding) => finding.needsReason)

/** The server lists only the first changes. */
function MoreChanges({ changed, changes }: { changed: number; changes: Change[] }) {
  const more = changed - new Set(changes.map((change) => change.memberId)).size
  return more > 0 && <p>{formatCount(more)} more rows change. The first values are listed.</p>
}

function showValue(change: Change, value: Change['now'], Element: 'del' | 'b') {
  const { key, unit } = columnOf(change)
  const text = formatMeasure(key, value)
  if (text === null) return null
  return (
    <>
      <Element>{isolate(text)}</Element>
      {unit && <span className="unit">{`\u00a0${unit}`}</span>}
    </>
  )
}

function columnOf({ column }: Change) {
  return patientColumns.find(({ key }) => key === column) ?? patientColumns[0]
}

/** The preview in one sentence. */
export function summaryOf({ added, changed, unchanged, removed, warningCount }: Preview): string {
  const [news, changes, same, gone, odd] = [added, changed, unchanged, removed, warningCount].map(formatCount)
  const warnings = warningCount > 0 ? ` Values that look wrong: ${odd}.` : ''
  return `The file has been read. New rows: ${news}, changed: ${changes}, unchanged: ${same}, removed: ${gone}.${warnings}`
}
