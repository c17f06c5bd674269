import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { indexOf, isTouched, type TableDiff } from './diff-tables.ts'

export const numericColumns: readonly PatientColumnKey[] = patientColumns
  .filter(({ type }) => type === 'number')
  .map(({ key }) => key)

/** The numbers of a column before and after, sorted. */
export type ColumnNumbers = { now: Float64Array; next: Float64Array }

/** Sorts each column once, when it is first needed. */
export function createColumnNumbers(diff: TableDiff) {
  const known = new Map<PatientColumnKey, ColumnNumbers>()
  return (key: PatientColumnKey): ColumnNumbers => {
    const numbers = known.get(key) ?? sortColumn(diff, key)
    known.set(key, numbers)
    return numbers
  }
}

function sortColumn(diff: TableDiff, key: PatientColumnKey): ColumnNumbers {
  const next = sortedNumbers(diff.next, key)
  return { now: isTouched(diff, key) ? sortedNumbers(diff.now, key) : next, next }
}

function sortedNumbers(rows: readonly PatientRow[], key: PatientColumnKey): Float64Array {
  const index = indexOf(key)
  const numbers = new Float64Array(rows.length)
  let count = 0
  for (const row of rows) {
    const value = row[index]
    if (typeof value !== 'number') continue
    numbers[count] = value
    count += 1
  }
  return numbers.subarray(0, count).sort()
}

/** @param sorted numbers, in order @returns null if there are none */
export function medianOf(sorted: Float64Array): number | null {
  const half = sorted.length / 2
  const [lower, upper] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
