import { formatMeasure } from '@health-console/contract/patients/checks.ts'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportFinding } from '@health-console/contract/patients/findings.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import type { ColumnNumbers } from '../compare/column-statistics.ts'
import { counted } from '../reading/value-list.ts'
import { bitOf, type ChangedRow, indexOf, type TableDiff } from '../compare/diff-tables.ts'

/** The input of the checks. */
export type Checked = {
  diff: TableDiff
  numbersOf: (key: PatientColumnKey) => ColumnNumbers
  /** The unit of a column; null for text. */
  unitOf: (key: PatientColumnKey) => string | null
  /** The heading of a column in the file; undefined if the file does not have it. */
  headingOf: (key: PatientColumnKey) => string | undefined
  /** Whether the file itself states the unit of a column. */
  statesUnit: (key: PatientColumnKey) => boolean
  /** Whether cells of height or weight, or a column beside them, have their own units. */
  hasOwnUnits: boolean
  /** The answer about height and weight. */
  bodies: ImportAnswers['bodies']
  /** The positions of the rows that this answer interprets otherwise. */
  explained: readonly number[]
}

/** A row behind a finding, by its position in the new table, starting at 1. */
type FindingRow = { position: number; column: PatientColumnKey; reason: string }

/** `rowsBehind` creates rows on demand, because there may be as many as the table has. */
export type Finding = Omit<ImportFinding, 'id'> & { rowsBehind: () => Iterable<FindingRow> }

/** The defaults of most findings: nothing is asked, and there is no repair. */
export const listedOnly = { needsReason: false, needsConfirmation: false, repairs: [] as ImportFinding['repairs'] }
export const asksForReason = { ...listedOnly, needsReason: true }
export const asksForConfirmation = { ...listedOnly, needsConfirmation: true }

export const labelOf = (key: PatientColumnKey): string =>
  patientColumns.find((column) => column.key === key)?.label ?? key

const counts = new Intl.NumberFormat('en-GB')

export const formatCount = (count: number): string => counts.format(count)

export const countRows = (rows: number): string => counted(rows, 'row')

export const describeValue = (key: PatientColumnKey, value: string | number | null | undefined): string =>
  formatMeasure(key, value ?? null) ?? 'empty'

export type InUnit = { key: PatientColumnKey; unit: string }

/** An answer that reads columns in other units; undefined if one of them is not in the file. */
export function readAs({ headingOf }: Checked, units: readonly InUnit[]): ImportFinding['repairs'] {
  const columns: NonNullable<ImportAnswers['columns']> = {}
  for (const { key, unit } of units) {
    const heading = headingOf(key)
    if (heading === undefined) return []
    columns[key] = { heading, unit }
  }
  return [{ label: `Read as ${listUnits(units)}`, answers: { columns } }]
}

export const listUnits = (units: readonly InUnit[]) => units.map(({ unit }) => unit).join(' and ')

/**
 * An answer that swaps the headings of two columns, in other units or not; undefined if one of them is not in the file.
 */
export function exchange(
  { headingOf, unitOf }: Checked,
  [a, b]: readonly [PatientColumnKey, PatientColumnKey],
  units: readonly InUnit[] = [],
): ImportFinding['repairs'] {
  const [headingA, headingB] = [headingOf(a), headingOf(b)]
  if (headingA === undefined || headingB === undefined) return []
  const placeAt = (heading: string, key: PatientColumnKey) => {
    const unit = units.find((each) => each.key === key)?.unit ?? unitOf(key)
    return { heading, ...(unit !== null && { unit }) }
  }
  const also = units.length > 0 ? `, read as ${listUnits(units)}` : ''
  return [
    {
      label: `Swap ${labelOf(a)} and ${labelOf(b)}${also}`,
      answers: { columns: { [a]: placeAt(headingB, a), [b]: placeAt(headingA, b) } },
    },
  ]
}

/** How many rows, or other values, meet a condition. */
export function countOf<Row>(rows: readonly Row[], counts: (row: Row) => boolean): number {
  let count = 0
  for (const row of rows) if (counts(row)) count += 1
  return count
}

/** The rows of known patients whose value in a column changes. */
export function changedIn({ changed }: TableDiff, column: PatientColumnKey): ChangedRow[] {
  const bit = bitOf(column)
  return changed.filter(({ columns }) => (columns & bit) !== 0)
}

/** Lists changed rows behind a finding. */
export function listChanged(
  rows: readonly ChangedRow[],
  column: PatientColumnKey,
): Pick<Finding, 'rows' | 'rowsBehind'> {
  const index = indexOf(column)
  const reasonOf = ({ now }: ChangedRow) => `Was ${describeValue(column, now[index])}`
  return {
    rows: rows.length,
    rowsBehind: () => rows.map((row) => ({ position: row.nextPosition, column, reason: reasonOf(row) })),
  }
}
