import type { ImportPreview } from '@health-console/contract/patient-imports.ts'
import type { ImportReading } from '@health-console/contract/patient-questions.ts'
import { patientColumns } from '@health-console/contract/patients.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { LinkButton } from '../../../../ui/buttons/link-button.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { counted, namesOf } from '../tables/column-names.ts'

type ReadingNoteProps = {
  reading: ImportReading
  preview: ImportPreview
  /** Shows how the file was read, and lets it be changed. */
  onChange: () => void
}

/** What of the file is not in the table, or reads otherwise. Shows nothing if the file is exactly like the table. */
export function ReadingNote({ reading, preview, onChange }: ReadingNoteProps) {
  const sentences = [...columnSentences(preview), ...valueSentences(reading), ...reading.notes]
  if (sentences.length === 0) return null
  return (
    <Note>
      {sentences.join(' ')} <LinkButton onClick={onChange}>Change how it is read</LinkButton>
    </Note>
  )
}

function columnSentences({ columnCount, ignoredColumns, missingColumns }: ImportPreview): string[] {
  if (ignoredColumns.length + missingColumns.length === 0) return []
  const missing = patientColumns.filter(({ key }) => missingColumns.includes(key)).map(({ heading }) => heading)
  return [
    `${columnCount - ignoredColumns.length} of ${columnCount} columns are used.`,
    ...(ignoredColumns.length > 0
      ? [
          `${named(ignoredColumns)} ${
            ignoredColumns.length === 1
              ? 'is not a column of this table and is left out.'
              : 'are not columns of this table and are left out.'
          }`,
        ]
      : []),
    ...(missing.length > 0
      ? [
          missing.length === 1
            ? `The column ${named(missing)} is missing and becomes empty.`
            : `The columns ${named(missing)} are missing and become empty.`,
        ]
      : []),
  ]
}

function valueSentences({ rowsNotTaken, missingWords, hiddenRows }: ImportReading): string[] {
  const rows = Object.values(rowsNotTaken.counts).reduce((sum, count) => sum + count, 0)
  const cells = missingWords.reduce((sum, word) => sum + word.cells, 0)
  const words = namesOf(
    missingWords.map(({ text }) => isolate(text)),
    3,
  )
  return [
    ...(rows > 0
      ? [
          `${counted(rows, 'row')} ${rows === 1 ? 'looks like no patient and is' : 'look like no patients and are'} not taken.`,
        ]
      : []),
    ...(cells > 0 ? [`${counted(cells, 'value')} such as ${words} ${cells === 1 ? 'becomes' : 'become'} empty.`] : []),
    ...(hiddenRows > 0 ? [`${formatCount(hiddenRows)} hidden ${hiddenRows === 1 ? 'row is' : 'rows are'} taken.`] : []),
  ]
}

/** "Ward, HR and 12 more", "Ward and HR" */
function named(headings: readonly string[]): string {
  const names = headings.map(isolate)
  if (names.length > 4) return namesOf(names, 3)
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
