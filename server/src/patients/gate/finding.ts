import type { ImportFinding } from '@health-console/contract/patient-findings.ts'
import type { ImportAnswers } from '@health-console/contract/patient-answers.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import type { ColumnNumbers } from '../compare/column-statistics.ts'
import type { TableDiff } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-patients.ts'

/** What the checks look at. */
export type Checked = {
  diff: TableDiff
  numbersOf: (key: PatientColumnKey) => ColumnNumbers
  /** The heading of a column in the file; undefined when the file does not have it. */
  headingOf: (key: PatientColumnKey) => string | undefined
}

/** A row behind a finding, by its position in the new table from 1. */
export type FindingRow = { position: number; column: PatientColumnKey; reason: string }

export type Finding = Omit<ImportFinding, 'id'> & {
  /** Whether confirming needs to be asked for. */
  needsConfirmation: boolean
  rowsBehind: () => Iterable<FindingRow>
}

export const labelOf = (key: PatientColumnKey): string =>
  patientColumns.find((column) => column.key === key)?.label ?? key

export const inWords = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 })
const counts = new Intl.NumberFormat('en-GB')

/** "1 row", "7,708 rows" */
export const countRows = (rows: number): string => `${counts.format(rows)} ${rows === 1 ? 'row' : 'rows'}`

export const describeValue = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return 'empty'
  return typeof value === 'number' ? inWords.format(value) : value
}

/** An answer that reads a column in another unit. */
export function readAs(
  { headingOf }: Checked,
  units: readonly { key: PatientColumnKey; unit: string }[],
): { label: string; answers: ImportAnswers } | null {
  const columns: NonNullable<ImportAnswers['columns']> = {}
  for (const { key, unit } of units) {
    const heading = headingOf(key)
    if (heading === undefined) return null
    columns[key] = { heading, unit }
  }
  return { label: `Read as ${units.map(({ unit }) => unit).join(' and ')}`, answers: { columns } }
}

/** An answer that exchanges the headings of two columns. */
export function exchange({ headingOf }: Checked, a: PatientColumnKey, b: PatientColumnKey) {
  const [headingA, headingB] = [headingOf(a), headingOf(b)]
  if (headingA === undefined || headingB === undefined) return null
  return {
    label: `Exchange ${labelOf(a)} and ${labelOf(b)}`,
    answers: { columns: { [a]: { heading: headingB }, [b]: { heading: headingA } } },
  }
}

/** The numbers of some columns of a row; undefined when one is missing. */
export function numbersIn(row: PatientRow, indexes: readonly number[]): number[] | undefined {
  const numbers: number[] = []
  for (const index of indexes) {
    const value = row[index]
    if (typeof value !== 'number') return undefined
    numbers.push(value)
  }
  return numbers
}

/** One row of the file for each known patient whose value in a column changes. */
export function* changedIn(
  { diff }: Checked,
  column: PatientColumnKey,
  bit: number,
  reasonOf: (now: string | number | null, next: string | number | null) => string,
): Generator<FindingRow> {
  const index = Math.log2(bit)
  for (const { now, next, nextPosition, columns } of diff.changed) {
    if ((columns & bit) === 0) continue
    yield { position: nextPosition, column, reason: reasonOf(now[index] ?? null, next[index] ?? null) }
  }
}
