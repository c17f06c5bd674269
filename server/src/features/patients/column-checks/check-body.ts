import { unitsOf } from '@health-console/contract/patient-units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { medianOf } from '../compare/column-statistics.ts'
import { indexOf } from '../compare/diff-tables.ts'
import { type BodyMeasures, checkBodyMeasures, type Explanation, type Measure } from './body-measures.ts'
import {
  asksForReason,
  changedIn,
  type Checked,
  countRows,
  describeValue,
  exchange,
  type Finding,
  formatCount,
  labelOf,
  onlySaid,
  readAs,
} from './finding.ts'
import { nameOfUnit } from './unit-names.ts'

const [height, weight, bmi] = [indexOf('height'), indexOf('weight'), indexOf('bmi')]
const both = ['height', 'weight'] as const

/** Checks height and weight, and a BMI that does not match them. Findings are titled by their explanation. */
export function checkBody(checked: Checked): Finding[] {
  const measures = checkBodyMeasures(checked)
  const [best, other] = measures.explanations
  if (best) return [describeExplained(checked, measures, best, other)]
  const { contradicting, checkable } = measures
  if (contradicting.length === 0) return []
  return [
    {
      kind: 'bmi',
      columns: ['bmi', 'weight', 'height'],
      title: `BMI doesn’t match height and weight in ${countRows(contradicting.length)}`,
      detail: `${formatCount(checkable)} rows have all three values; these differ by more than 10 %.`,
      rows: contradicting.length,
      ...onlySaid,
      rowsBehind: () => rowsOf(checked, contradicting),
    },
  ]
}

const whatFits: Record<Measure, (rows: number) => string> = {
  patients: (rows) => `${countRows(rows)} of the table`,
  bmi: (rows) => `the BMI of ${countRows(rows)}`,
  bodies: () => 'the usual weight for their height',
}

function describeExplained(
  checked: Checked,
  { by, positions, fitting }: BodyMeasures,
  best: Explanation,
  other: Explanation | undefined,
): Finding {
  const explanations = other ? [best, other] : [best]
  const columns = both.filter((key) => explanations.some((each) => columnsOf(each).includes(key)))
  const medians = columns.map((key) => describeMedian(checked, key))
  const fits = `${readSo(best)} ${whatFits[by](fitting)}`
  return {
    kind: best.isSwapped ? 'swapped' : 'unit',
    columns,
    title: explanations.map(describeLooks).join(', or: '),
    detail: `${medians.join(', ')}. ${fits}.${other ? ` ${readSo(other)} about as well.` : ''}`,
    rows: positions.length,
    ...asksForReason,
    repairs: explanations.flatMap((each) => repairOf(checked, each)),
    rowsBehind: () => (by === 'patients' ? rowsBefore(checked, columns) : rowsOf(checked, positions)),
  }
}

const columnsOf = ({ isSwapped, units }: Explanation): readonly PatientColumnKey[] =>
  isSwapped ? both : units.map(({ key }) => key)

function describeLooks({ isSwapped, units }: Explanation): string {
  const inUnits = units.map(({ key, unit }) => `${labelOf(key)} seems to be in ${nameOfUnit(unit)}`)
  return [...(isSwapped ? ['Height and weight look swapped'] : []), ...inUnits].join(', ')
}

function readSo({ isSwapped, units }: Explanation): string {
  const inUnits = units.length > 0 ? `read as ${units.map(({ unit }) => unit).join(' and ')}` : ''
  if (!isSwapped) return `Read as ${units.map(({ unit }) => unit).join(' and ')}, it fits`
  return units.length === 0 ? 'Swapped, they fit' : `Swapped and ${inUnits}, they fit`
}

function repairOf(checked: Checked, { isSwapped, units }: Explanation): Finding['repairs'] {
  return isSwapped ? exchange(checked, both, units) : readAs(checked, units)
}

/** The values of known patients that change. */
const rowsBefore = ({ diff }: Checked, columns: readonly PatientColumnKey[]) =>
  columns.flatMap((key) => [...changedIn(diff, key).rowsBehind()])

function describeMedian({ numbersOf }: Checked, key: 'height' | 'weight'): string {
  const { now, next } = numbersOf(key)
  const unit = unitsOf(key)[0]?.unit ?? ''
  const before = now.length === 0 ? '' : `, previously ${describeValue(medianOf(now))}`
  return `the median ${key} is ${describeValue(medianOf(next))} ${unit}${before}`
}

function* rowsOf({ diff }: Checked, positions: readonly number[]) {
  for (const position of positions) {
    const row = diff.next[position - 1] ?? []
    const [heightCm, weightKg] = [describeValue(row[height]), describeValue(row[weight])]
    if (typeof row[bmi] === 'number') {
      yield { position, column: 'bmi' as const, reason: `Doesn’t match ${weightKg} kg and ${heightCm} cm` }
    } else yield { position, column: 'weight' as const, reason: `Doesn’t match ${heightCm} cm` }
  }
}
