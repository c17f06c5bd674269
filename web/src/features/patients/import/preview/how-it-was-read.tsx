import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { LinkButton } from '../../../../ui/buttons/link-button.tsx'
import { Line } from '../questions/clear-line.tsx'
import { counted, namesOf } from '../tables/column-names.ts'

type HowItWasReadProps = {
  reading: ImportReading
  preview: ImportPreview
  /** Shows how the file was read, and lets the admin change it. */
  onChange: () => void
}

/**
 * The parts of the file that are left out or interpreted. The line is closed, unless something is left out or missing.
 */
export function HowItWasRead({ reading, preview, onChange }: HowItWasReadProps) {
  const { columnCount, ignoredColumns } = preview
  const skipped = Object.values(reading.rowsLeftOut.counts).reduce((sum, count) => sum + count, 0)
  const sentences = [...columnSentences(preview), ...valueSentences(reading, skipped), ...reading.notes]
  const facts = [
    counted(columnCount - ignoredColumns.length, 'column'),
    ...(ignoredColumns.length > 0 ? [`${counted(ignoredColumns.length, 'column')} not imported`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'row')} skipped`] : []),
    ...(preview.missingColumns.length > 0 ? [`${counted(preview.missingColumns.length, 'column')} missing`] : []),
  ]
  return (
    <Line title="Recognised automatically" detail={facts.join(', ')}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        <LinkButton onClick={onChange}>Change how the file is read</LinkButton>
      </p>
    </Line>
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
              ? 'isn’t a column of this table and isn’t imported.'
              : 'aren’t columns of this table and aren’t imported.'
          }`,
        ]
      : []),
    ...(missing.length > 0
      ? [
          missing.length === 1
            ? `The column ${listed(missing)} isn’t in the file and will be empty.`
            : `The columns ${listed(missing)} aren’t in the file and will be empty.`,
        ]
      : []),
  ]
}

function valueSentences({ missingWords, hiddenRows, fileColumns, columns }: ImportReading, rows: number): string[] {
  const hidden = fileColumns.flatMap(({ heading, isHidden }) =>
    isHidden && columns.some((column) => column.heading === heading) ? [heading] : [],
  )
  const cells = missingWords.reduce((sum, word) => sum + word.cells, 0)
  const words = namesOf(
    missingWords.map(({ text }) => isolate(text)),
    3,
  )
  return [
    ...(rows > 0
      ? [`${counted(rows, 'row')} ${rows === 1 ? 'isn’t a patient and is' : 'aren’t patients and are'} skipped.`]
      : []),
    ...(cells > 0
      ? [`${counted(cells, 'value')} such as ${words} ${cells === 1 ? 'is' : 'are'} treated as empty.`]
      : []),
    ...(hiddenRows > 0 ? [`${counted(hiddenRows, 'hidden row')} ${hiddenRows === 1 ? 'is' : 'are'} included.`] : []),
    ...(hidden.length > 0
      ? [
          `The hidden ${hidden.length === 1 ? 'column' : 'columns'} ${named(hidden)} ${hidden.length === 1 ? 'is' : 'are'} included.`,
        ]
      : []),
  ]
}

/** Joins names: "Ward, HR and 12 more", "Ward and HR". */
function named(headings: readonly string[]): string {
  const names = headings.map(isolate)
  return names.length > 4 ? namesOf(names, 3) : listed(names)
}

/** Joins all names: "Sex, Age and BMI (kg/m²)". */
const listed = (names: readonly string[]) =>
  names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
