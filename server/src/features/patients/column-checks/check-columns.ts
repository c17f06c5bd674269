import { patientBounds } from '@health-console/contract/patients/checks.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { moveOf } from '../compare/changed-columns.ts'
import { medianOf, numericColumns } from '../compare/column-statistics.ts'
import { columnKeys, indexOf, isTouched } from '../compare/diff-tables.ts'
import { findWarning } from '../reading/words/find-warning.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import {
  asksForReason,
  changedIn,
  type Checked,
  countOf,
  countRows,
  describeValue,
  type Finding,
  labelOf,
  listChanged,
  asksForConfirmation,
  listedOnly,
} from './finding.ts'

const third = 1 / 3
const fewValues = 10
const fewFilled = 3
/** The share of the values that the file would have if it were filled as the current table is. */
const nearlyNone = 0.05

const list = new Intl.ListFormat('en-GB')

/** The sex, the age and the measures that the first table does not have. @param without columns that are already explained */
export function checkNeverFilled({ diff }: Checked, without: readonly PatientColumnKey[]): Finding[] {
  if (diff.now.length > 0) return []
  const expected = columnKeys.filter((key) => key === 'sex' || numericColumns.includes(key))
  const keys = expected.filter((key) => !without.includes(key) && countFilled(diff.next, key) === 0)
  if (keys.length === 0) return []
  return [
    {
      kind: 'newly_empty',
      columns: keys,
      title: `${list.format(keys.map(labelOf))} will be empty`,
      detail: 'no row of the file has a value.',
      rows: 0,
      ...listedOnly,
      rowsBehind: () => [],
    },
  ]
}

/** Columns that are empty, or nearly, although the current table has values there. */
export function checkEmptied({ diff, headingOf }: Checked): Finding[] {
  const touched = columnKeys.slice(1).filter((key) => isTouched(diff, key))
  return touched.flatMap((key): Finding[] => {
    const [before, after] = [countFilled(diff.now, key), countFilled(diff.next, key)]
    const expected = (before / diff.now.length) * diff.next.length
    if (before < fewFilled || after > expected * nearlyNone) return []
    const left = after === 0 ? 'no row of the file has one' : `only ${countRows(after)} of the file`
    const why = headingOf(key) === undefined ? 'the file has no such column' : left
    const changed = changedIn(diff, key)
    // The finding lists the rows that change in place, which are fewer if patients come and go.
    const isOfThese = changed.length > 0 && changed.length < before
    const listed = isOfThese ? ` ${countRows(changed.length)} in both tables will change.` : ''
    return [
      {
        kind: 'newly_empty',
        columns: [key],
        title: `${labelOf(key)} becomes ${after === 0 ? 'empty' : 'nearly empty'}`,
        detail: `${countRows(before)} of the current table have a value, and ${why}.${listed}`,
        ...asksForReason,
        ...listChanged(changed, key),
      },
    ]
  })
}

export function countFilled(rows: readonly PatientRow[], key: PatientColumnKey): number {
  const index = indexOf(key)
  return countOf(rows, (row) => row[index] !== null)
}

/** Numeric columns whose median changed by more than a third. */
export function checkMedians({ diff, numbersOf }: Checked): Finding[] {
  return numericColumns
    .filter((key) => isTouched(diff, key))
    .flatMap((key): Finding[] => {
      const { now, next } = numbersOf(key)
      const [before, after] = [medianOf(now), medianOf(next)]
      if (Math.min(now.length, next.length) < fewValues || before === null || after === null) return []
      const move = moveOf(before, after)
      if (move <= third) return []
      // A change from 0 has no percentage.
      const byHowMuch = Number.isFinite(move) ? ` by ${Math.round(move * 100).toLocaleString('en-GB')} %` : ''
      return [
        {
          kind: 'median_moved',
          columns: [key],
          title: `${labelOf(key)} changed${byHowMuch}`,
          detail: `the median was ${describeValue(key, before)} and is now ${describeValue(key, after)}.`,
          ...asksForReason,
          ...listChanged(changedIn(diff, key), key),
        },
      ]
    })
}

/** Columns where most values are impossible for a patient; a few such values are only warnings. */
export function checkBounds({ diff, numbersOf }: Checked): Finding[] {
  return numericColumns.flatMap((key): Finding[] => {
    const bounds = patientBounds[key]
    if (!bounds) return []
    const { min, max, unit } = bounds
    const isOutside = outside(key, bounds)
    const rows = countOf(diff.next, isOutside)
    if (rows === 0 || rows * 2 <= countFilled(diff.next, key)) return []
    const numbers = numbersOf(key).next
    const [lowest, highest] = [numbers[0], numbers.at(-1)]
    return [
      {
        kind: 'bounds',
        columns: [key],
        title: `${labelOf(key)} is outside the usual range in ${countRows(rows)}`,
        detail: `values from ${describeValue(key, lowest)} to ${describeValue(key, highest)} ${unit}; the usual range is ${min} to ${max}.`,
        rows,
        ...asksForConfirmation,
        rowsBehind: () => outOfBounds(diff.next, key, isOutside),
      },
    ]
  })
}

function outside(key: PatientColumnKey, { min, max }: { min: number; max: number }) {
  const index = indexOf(key)
  return (row: PatientRow) => {
    const value = row[index]
    return typeof value === 'number' && (value < min || value > max)
  }
}

function* outOfBounds(rows: readonly PatientRow[], key: PatientColumnKey, isOutside: (row: PatientRow) => boolean) {
  const index = indexOf(key)
  for (const [at, row] of rows.entries()) {
    if (!isOutside(row)) continue
    yield { position: at + 1, column: key, reason: findWarning(key, row[index] ?? null) ?? 'Outside the usual range' }
  }
}
