import { patientBounds } from '@health-console/contract/patient-checks.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { moveOf } from '../compare/changed-columns.ts'
import { medianOf, numericColumns } from '../compare/column-statistics.ts'
import { bitOf, columnKeys, indexOf } from '../compare/diff-tables.ts'
import { findWarning } from '../reading/find-warning.ts'
import { changedIn, type Checked, countRows, describeValue, type Finding, labelOf } from './finding.ts'

const third = 1 / 3
const fewValues = 10
const fewFilled = 3

/** Columns that are empty, although the shown table has values there. */
export function checkEmptied({ diff, headingOf }: Checked): Finding[] {
  return columnKeys.slice(1).flatMap((key): Finding[] => {
    const index = indexOf(key)
    const before = diff.now.filter((row) => row[index] !== null).length
    if (before < fewFilled || diff.next.some((row) => row[index] !== null)) return []
    const isMissing = headingOf(key) === undefined
    return [
      {
        kind: 'newly_empty',
        columns: [key],
        title: `${labelOf(key)} becomes empty`,
        detail: `${countRows(before)} of the table ${before === 1 ? 'has' : 'have'} a value, ${isMissing ? 'and the file has no such column' : 'and no row of the file has one'}.`,
        rows: before,
        needsReason: true,
        needsConfirmation: false,
        repair: null,
        rowsBehind: () =>
          changedIn({ diff } as Checked, key, bitOf(key), (now) => `Was ${describeValue(now)}`),
      },
    ]
  })
}

/** Numeric columns whose median moved by more than a third. @param without columns that are explained already */
export function checkMedians(checked: Checked, without: readonly PatientColumnKey[]): Finding[] {
  return numericColumns
    .filter((key) => !without.includes(key))
    .flatMap((key): Finding[] => {
      const { now, next } = checked.numbersOf(key)
      const [before, after] = [medianOf(now), medianOf(next)]
      if (Math.min(now.length, next.length) < fewValues || before === null || after === null) return []
      if (moveOf(before, after) <= third) return []
      return [
        {
          kind: 'median_moved',
          columns: [key],
          title: `${labelOf(key)} moved by ${Math.round(moveOf(before, after) * 100)} %`,
          detail: `the median is ${describeValue(after)} where it was ${describeValue(before)}.`,
          rows: next.length,
          needsReason: true,
          needsConfirmation: false,
          repair: null,
          rowsBehind: () => changedIn(checked, key, bitOf(key), (was) => `Was ${describeValue(was)}`),
        },
      ]
    })
}

/** Values that no person has. @param without columns that are explained already */
export function checkBounds({ diff, numbersOf }: Checked, without: readonly PatientColumnKey[]): Finding[] {
  return numericColumns
    .filter((key) => !without.includes(key))
    .flatMap((key): Finding[] => {
      const bounds = patientBounds[key]
      const numbers = numbersOf(key).next
      const [lowest, highest] = [numbers[0], numbers.at(-1)]
      if (!bounds || lowest === undefined || highest === undefined) return []
      const { min, max, unit } = bounds
      if (lowest >= min && highest <= max) return []
      const rows = numbers.filter((value) => value < min || value > max).length
      return [
        {
          kind: 'bounds',
          columns: [key],
          title: `${labelOf(key)} is out of bounds in ${countRows(rows)}`,
          detail: `values from ${describeValue(lowest)} to ${describeValue(highest)} ${unit}, where ${min} to ${max} are expected.`,
          rows,
          needsReason: false,
          needsConfirmation: rows * 2 > numbers.length,
          repair: null,
          rowsBehind: () => outOfBounds(diff.next, key, bounds),
        },
      ]
    })
}

function* outOfBounds(
  rows: Checked['diff']['next'],
  key: PatientColumnKey,
  { min, max }: { min: number; max: number },
) {
  const index = indexOf(key)
  for (const [at, row] of rows.entries()) {
    const value = row[index]
    if (typeof value !== 'number' || (value >= min && value <= max)) continue
    yield { position: at + 1, column: key, reason: findWarning(key, value) ?? 'Out of bounds' }
  }
}
