import { indexOf } from '../compare/diff-tables.ts'
import { isSameValue } from '../compare/same-value.ts'
import type { PatientRow } from '../reading/read-rows.ts'

const measures = (['age', 'height', 'weight', 'systolicBloodPressure', 'diastolicBloodPressure'] as const).map(indexOf)
const enoughMeasures = 4
/** The first columns are the IDs. */
const ids = 2
/** A prime above most values, so that few rows share a key. */
const base = 1_009

/**
 * Finds a patient by all values except the IDs. Rows with few measured values resemble many others and are not found.
 */
export class PatientsByValues {
  readonly #rows = new Map<number, PatientRow>()

  constructor(rows: Iterable<PatientRow>) {
    for (const row of rows) {
      const key = keyOf(row)
      if (key !== undefined) this.#rows.set(key, row)
    }
  }

  find(row: PatientRow): PatientRow | undefined {
    const key = keyOf(row)
    const same = key === undefined ? undefined : this.#rows.get(key)
    return same && hasSameValues(same, row) ? same : undefined
  }
}

function hasSameValues(a: PatientRow, b: PatientRow): boolean {
  for (let index = ids; index < a.length; index += 1) {
    if (!isSameValue(a[index] ?? null, b[index] ?? null)) return false
  }
  return true
}

function keyOf(row: PatientRow): number | undefined {
  let key = 0
  let found = 0
  for (const index of measures) {
    const value = row[index]
    if (typeof value === 'number') found += 1
    key = key * base + (typeof value === 'number' ? Math.round(value) : base - 1)
  }
  return found < enoughMeasures ? undefined : key
}
