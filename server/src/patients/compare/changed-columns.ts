import type { ColumnChange } from '@health-console/contract/patient-findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { type ColumnNumbers, medianOf, numericColumns } from './column-statistics.ts'
import { columnKeys, type TableDiff } from './diff-tables.ts'
import { describeDistribution } from './distribution.ts'

/** A median that moves by less shows no picture. */
const movedBy = 0.05

/** The columns with changed values, most changed rows first. */
export function describeChangedColumns(
  { changed }: TableDiff,
  numbersOf: (key: PatientColumnKey) => ColumnNumbers,
): ColumnChange[] {
  const rows = columnKeys.map(() => 0)
  for (const { columns } of changed) {
    for (let index = 0; index < rows.length; index += 1) rows[index] = (rows[index] ?? 0) + ((columns >> index) & 1)
  }
  return columnKeys
    .map((column, index) => ({ column, rows: rows[index] ?? 0 }))
    .filter((change) => change.rows > 0)
    .toSorted((a, b) => b.rows - a.rows)
    .map((change) => ({ ...change, ...describeColumn(change.column, numbersOf) }))
}

function describeColumn(key: PatientColumnKey, numbersOf: (key: PatientColumnKey) => ColumnNumbers) {
  if (!numericColumns.includes(key)) return { medianNow: null, medianNext: null, distribution: null }
  const numbers = numbersOf(key)
  const [medianNow, medianNext] = [medianOf(numbers.now), medianOf(numbers.next)]
  const isMoved = medianNow !== null && medianNext !== null && moveOf(medianNow, medianNext) > movedBy
  const distribution = isMoved ? describeDistribution(numbers) : null
  return { medianNow: rounded(medianNow), medianNext: rounded(medianNext), distribution }
}

/** To be read, not reckoned with: more digits than are measured say nothing. */
const rounded = (median: number | null) => median && Math.round(median * 100) / 100

/** How far a median moved, as a share of what it was. */
export const moveOf = (now: number, next: number): number => (now === next ? 0 : Math.abs(next - now) / Math.abs(now))
