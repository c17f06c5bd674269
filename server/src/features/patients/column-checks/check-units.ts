import { unitsOf } from '@health-console/contract/patients/units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { medianOf, numericColumns } from '../compare/column-statistics.ts'
import { indexOf, type TableDiff } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { bodyKeys } from './bodies.ts'
import { countFilled } from './check-columns.ts'
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
  readAs,
} from './finding.ts'
import { nameOfUnit } from './unit-names.ts'

/** How far the change of one patient may deviate from the factor of a unit, because values are rounded. */
const close = 0.05
const fewPatients = 3
/** The share of changed patients that a unit has to explain. */
const mostPatients = 0.6
const [height = 0, weight = 0] = bodyKeys.map(indexOf)

/**
 * Columns whose values are those of the current table in another unit. Height and weight of most rows are judged
 * together.
 */
export function checkUnits(checked: Checked): Finding[] {
  const { next } = checked.diff
  const bodies = countOf(next, (row) => row[height] !== null && row[weight] !== null)
  const isBody = (key: PatientColumnKey) => bodyKeys.some((each) => each === key)
  return numericColumns
    .filter((key) => !(isBody(key) && bodies * 2 > countFilled(next, key)))
    .flatMap((key) => {
      const ratios = ratiosIn(checked.diff, key)
      const unit = ratios.length >= fewPatients ? unitOfPatients(checked, key, ratios) : undefined
      return unit === undefined ? [] : [describe(checked, key, unit, ratios)]
    })
}

/** The factor by which the value of each known patient changes, if at least half of them change. */
function ratiosIn(diff: TableDiff, key: PatientColumnKey): number[] {
  const index = indexOf(key)
  const ratios = changedIn(diff, key).flatMap(({ now, next }) => {
    const [before, after] = [now[index], next[index]]
    return typeof before === 'number' && typeof after === 'number' && before > 0 && after > 0 ? [after / before] : []
  })
  return ratios.length * 2 >= diff.changed.length + diff.unchanged ? ratios : []
}

function unitOfPatients(checked: Checked, key: PatientColumnKey, ratios: readonly number[]): string | undefined {
  return otherUnits(checked, key).find(
    ({ factor }) => countOf(ratios, (ratio) => isNear(ratio * factor)) >= ratios.length * mostPatients,
  )?.unit
}

const isNear = (value: number) => Math.abs(value - 1) <= close

/** The other units that a column may have, and the factor for each. */
function otherUnits({ unitOf }: Checked, key: PatientColumnKey): { unit: string; factor: number }[] {
  const inForce = unitsOf(key).find(({ unit }) => unit === unitOf(key))?.factor ?? 1
  return unitsOf(key).flatMap(({ unit, factor }) =>
    factor === undefined || factor === inForce ? [] : [{ unit, factor: factor / inForce }],
  )
}

/** Whether another unit leads away from the current value of any existing patient. */
function harms({ diff: { next, added } }: Checked, key: PatientColumnKey, ratios: readonly number[], factor: number) {
  const index = indexOf(key)
  const isNumber = (row: PatientRow | undefined) => typeof row?.[index] === 'number'
  const existing = countOf(next, isNumber) - countOf(added, (position) => isNumber(next[position - 1]))
  const closer = countOf(ratios, (ratio) => Math.abs(Math.log(ratio * factor)) < Math.abs(Math.log(ratio)))
  return closer < existing
}

function describe(checked: Checked, key: PatientColumnKey, unit: string, ratios: readonly number[]): Finding {
  const { now, next } = checked.numbersOf(key)
  const factor = otherUnits(checked, key).find((each) => each.unit === unit)?.factor ?? 1
  const explained = countOf(ratios, (ratio) => isNear(ratio * factor))
  return {
    kind: 'unit',
    columns: [key],
    title: `${labelOf(key)} seems to be in ${nameOfUnit(unit)}`,
    detail: `the median was ${describeValue(key, medianOf(now))} and is now ${describeValue(key, medianOf(next))}. Read as ${unit}, it fits ${countRows(explained)} of the table.`,
    ...asksForReason,
    repairs: harms(checked, key, ratios, factor) ? [] : readAs(checked, [{ key, unit }]),
    ...listChanged(changedIn(checked.diff, key), key),
  }
}
