import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { bodyReadings } from '@health-console/contract/patients/units.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { formatDate } from '../../../../lib/dates.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { counted, labelOf } from './column-names.ts'

const readings = {
  decimal_comma: 'decimal commas',
  thousands: 'thousands separators',
  unit_in_cell: 'units in cells',
  limit: 'limits such as >89',
}
const rows = { leave_out: 'skipped', import: 'imported', reject: 'rejected' }
const repeated = { last: 'the last one is used', first: 'the first one is used', reject: 'rejected' }

/**
 * Describes how a file was read, with one line for each answer.
 * @param rowsWith in how many rows a value of a column occurs, if it is known
 */
export function describeAnswers(
  { sheets, columns, words, rowsWithoutId, unlikeRows, repeatedIds, fillMerged, bodies }: ImportAnswers,
  rowsWith: (key: PatientColumnKey, word: string) => number | undefined = () => undefined,
): string[] {
  return [
    ...(sheets ? [`Sheets: ${sheets.map((name) => `“${isolate(name)}”`).join(', ')}`] : []),
    ...patientColumns.flatMap(({ key }) => {
      const answer = columns?.[key]
      return answer === undefined ? [] : [`${labelOf(key)}: ${describeColumnAnswer(answer)}`]
    }),
    ...patientColumns.flatMap(({ key }) =>
      Object.entries(words?.[key] ?? {}).map(([word, meaning]) => {
        const rows = rowsWith(key, word)
        const count = rows === undefined ? '' : `, ${counted(rows, 'row')}`
        return `${labelOf(key)}: “${isolate(word)}” is read as ${meaning === null ? 'empty' : isolate(meaning)}${count}`
      }),
    ),
    ...(rowsWithoutId ? [`Rows without an ID: ${rows[rowsWithoutId]}`] : []),
    ...(unlikeRows ? [`Rows that don’t look like patients: ${rows[unlikeRows]}`] : []),
    ...(repeatedIds ? [`Several rows with the same ID: ${repeated[repeatedIds]}`] : []),
    ...(bodies === undefined ? [] : [`Height and weight: ${describeBodies(bodies)}`]),
    ...(fillMerged === undefined ? [] : [`Merged cells: ${fillMerged ? 'applied to every row' : 'first row only'}`]),
  ]
}

function describeBodies(bodies: string): string {
  const reading = bodyReadings.find(({ name }) => name === bodies)
  if (!reading) return 'kept as they are'
  const swapped = reading.isSwapped ? 'swapped, ' : ''
  return `${swapped}${reading.height.unit} and ${reading.weight.unit} in the rows that this explains`
}

function describeColumnAnswer(answer: ColumnAnswer | null): string {
  if (answer === null) return 'not in the file'
  const { heading, half, unit, unitHeading, countedTo, readings: read = [], missing = [] } = answer
  return [
    `“${isolate(heading)}”`,
    ...(half ? [`the ${half} part`] : []),
    ...(unitHeading ? [`units from “${isolate(unitHeading)}”`] : []),
    ...(unit ? [unitHeading ? `otherwise ${unit}` : unit] : []),
    ...(countedTo ? [`as of ${formatDate(countedTo)}`] : []),
    ...read.map((reading) => readings[reading]),
    ...missing.map((number) => `${number} is empty`),
  ].join(', ')
}
