import { type ChangedRow, columnKeys, indexOf, type TableDiff } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import type { PatientValue } from '../reading/words/read-value.ts'
import {
  asksForConfirmation,
  changedIn,
  type Checked,
  countRows,
  type Finding,
  labelOf,
  listChanged,
} from './finding.ts'

const fewRows = 10
const someShare = 0.01

/** Columns with the values of before, but for other patients: shifted, or sorted on their own. */
export function checkShifted({ diff, headingOf }: Checked): Finding[] {
  const known = diff.changed.length + diff.unchanged
  return columnKeys.slice(1).flatMap((key): Finding[] => {
    const rows = headingOf(key) === undefined ? [] : changedIn(diff, key)
    if (rows.length < fewRows || rows.length < known * someShare) return []
    const isMoved = isShifted(diff, rows, indexOf(key))
    if (!isMoved && !isRearranged(diff, rows, indexOf(key))) return []
    const what = isMoved ? 'shifted' : 'sorted on its own'
    return [
      {
        kind: 'other',
        columns: [key],
        title: `${labelOf(key)} values have moved to other patients`,
        detail: `the values in ${countRows(rows.length)} belonged to other patients. The column seems to be ${what}.`,
        ...asksForConfirmation,
        ...listChanged(rows, key),
      },
    ]
  })
}

const offsets = [1, -1, 2, -2, 3, -3]
const nearlyAll = 0.95
/** This many coincidences of two values occur by chance once in 2^40 columns. */
const enoughBits = 40

/**
 * Whether nearly all new values are a neighbour's former values: more than would occur by chance with values this
 * frequent.
 */
function isShifted({ now, next }: TableDiff, rows: readonly ChangedRow[], index: number): boolean {
  const before = new Map(rows.map((row) => [row.nextPosition, row.now[index] ?? null]))
  const valueBefore = (position: number) => (before.has(position) ? before.get(position) : next[position - 1]?.[index])
  const bitsOf = surprisesIn(now, index)
  return offsets.some((offset) => {
    const same = rows.filter((row) => valueBefore(row.nextPosition + offset) === (row.next[index] ?? null))
    if (same.length < rows.length * nearlyAll) return false
    return same.reduce((bits, row) => bits + bitsOf(row.next[index] ?? null), 0) >= enoughBits
  })
}

/** How many bits of information a value of a row carries: few for frequent values. */
function surprisesIn(rows: readonly PatientRow[], index: number): (value: PatientValue) => number {
  const counts = new Map<PatientValue, number>()
  for (const row of rows) counts.set(row[index] ?? null, (counts.get(row[index] ?? null) ?? 0) + 1)
  return (value) => Math.log2(rows.length / (counts.get(value) ?? 1))
}

/** Fewer kinds of values may all return by chance. */
const manyKinds = 10

/** Whether the column has the same values in another order. */
function isRearranged({ next }: TableDiff, rows: readonly ChangedRow[], index: number): boolean {
  const left = new Map<PatientValue, number>()
  for (const { now } of rows) left.set(now[index] ?? null, (left.get(now[index] ?? null) ?? 0) + 1)
  const kinds = left.size
  for (const row of rows) {
    const count = left.get(row.next[index] ?? null) ?? 0
    if (count === 0) return false
    left.set(row.next[index] ?? null, count - 1)
  }
  return kinds >= manyKinds || isSorted(next.map((row) => row[index] ?? null))
}

/** Whether values are sorted, up or down, with the empty ones at either end. */
function isSorted(values: readonly PatientValue[]): boolean {
  const filled = values.slice(
    values.findIndex((value) => value !== null),
    values.findLastIndex((value) => value !== null) + 1,
  )
  const follows = (isInOrder: (a: NonNullable<PatientValue>, b: NonNullable<PatientValue>) => boolean) =>
    filled.every((value, at) => {
      const earlier = at === 0 ? value : (filled[at - 1] ?? null)
      return value !== null && earlier !== null && isInOrder(earlier, value)
    })
  return follows((a, b) => a <= b) || follows((a, b) => a >= b)
}
