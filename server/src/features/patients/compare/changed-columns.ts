import type { ColumnChange } from '@health-console/contract/patients/findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { type ColumnNumbers, medianOf, numericColumns } from './column-statistics.ts'
import { columnKeys, indexOf, type TableDiff } from './diff-tables.ts'
import { describeDistribution } from './distribution.ts'

/** No chart is shown for a median that changes by less. */
const movedBy = 0.05
const shownValues = 3

/** The columns with changed values, those with the most changed rows first. */
export function describeChangedColumns(
  diff: TableDiff,
  numbersOf: (key: PatientColumnKey) => ColumnNumbers,
): ColumnChange[] {
  const rows = columnKeys.map(() => 0)
  for (const { columns } of diff.changed) {
    for (let index = 0; index < rows.length; index += 1) rows[index] = (rows[index] ?? 0) + ((columns >> index) & 1)
  }
  return columnKeys
    .map((column, index) => ({ column, rows: rows[index] ?? 0 }))
    .filter((change) => change.rows > 0)
    .toSorted((a, b) => b.rows - a.rows)
    .map((change) => ({ ...change, ...describeColumn(change.column, diff, numbersOf) }))
}

function describeColumn(
  key: PatientColumnKey,
  diff: TableDiff,
  numbersOf: (key: PatientColumnKey) => ColumnNumbers,
): Omit<ColumnChange, 'column' | 'rows'> {
  const noNumbers = { medianNow: null, medianNext: null, lowest: null, highest: null, distribution: null }
  // Nearly every subject ID is different.
  if (key === 'subjectId') return { ...noNumbers, values: [] }
  if (!numericColumns.includes(key)) return { ...noNumbers, values: countValues(key, diff) }
  const numbers = numbersOf(key)
  const { now, next } = numbers
  const [medianNow, medianNext] = [medianOf(now), medianOf(next)]
  const isMoved = medianNow !== null && medianNext !== null && moveOf(medianNow, medianNext) > movedBy
  return {
    medianNow: rounded(medianNow),
    medianNext: rounded(medianNext),
    lowest: moveBetween(now[0], next[0]),
    highest: moveBetween(now.at(-1), next.at(-1)),
    distribution: isMoved ? describeDistribution(numbers) : null,
    values: [],
  }
}

const moveBetween = (now: number | undefined, next: number | undefined) =>
  now === undefined || next === undefined || now === next ? null : { now, next }

/** The values of a column whose number of rows changes most. */
function countValues(key: PatientColumnKey, { now, next }: TableDiff): ColumnChange['values'] {
  const index = indexOf(key)
  const counts = new Map<string | null, { now: number; next: number }>()
  for (const [side, rows] of [
    ['now', now],
    ['next', next],
  ] as const) {
    for (const row of rows) {
      const value = row[index] === null || row[index] === undefined ? null : String(row[index])
      const count = counts.get(value) ?? { now: 0, next: 0 }
      count[side] += 1
      counts.set(value, count)
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, ...count }))
    .filter((count) => count.now !== count.next)
    .toSorted((a, b) => Math.abs(b.next - b.now) - Math.abs(a.next - a.now))
    .slice(0, shownValues)
}

/** Rounds a number for display: more digits than were measured carry no information. */
const rounded = (median: number | null) => median && Math.round(median * 100) / 100

/** The change of a median, as a share of its former value. */
export const moveOf = (now: number, next: number): number => (now === next ? 0 : Math.abs(next - now) / Math.abs(now))
