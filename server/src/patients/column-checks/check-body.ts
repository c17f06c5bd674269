import { unitsOf } from '@health-console/contract/patient-units.ts'
import { medianOf } from '../compare/column-statistics.ts'
import { indexOf } from '../compare/diff-tables.ts'
import { type BodyMeasures, checkBodyMeasures, type Explanation } from './body-measures.ts'
import {
  asksForReason,
  type Checked,
  countRows,
  describeValue,
  exchange,
  type Finding,
  formatCount,
  labelOf,
  numbersIn,
  onlySaid,
  readAs,
} from './finding.ts'
import { nameOfUnit } from './unit-names.ts'

const [height, weight, bmi] = [indexOf('height'), indexOf('weight'), indexOf('bmi')]
const both = ['height', 'weight'] as const

/** BMI against weight and height, named by what explains it. */
export function checkBody(checked: Checked): Finding[] {
  const measures = checkBodyMeasures(checked.diff.next)
  if (measures.explanation) return [describeExplained(checked, measures, measures.explanation)]
  const { contradicting, checkable } = measures
  if (contradicting.length === 0) return []
  return [
    {
      kind: 'bmi',
      columns: ['bmi', 'weight', 'height'],
      title: `BMI does not fit weight and height in ${countRows(contradicting.length)}`,
      detail: `of ${formatCount(checkable)} that have all three, it differs there by more than a tenth.`,
      rows: contradicting.length,
      ...onlySaid,
      rowsBehind: () => rowsOf(checked, contradicting),
    },
  ]
}

function describeExplained(
  checked: Checked,
  { fitting, contradicting, isByBmi }: BodyMeasures,
  { isSwapped, units }: Explanation,
): Finding {
  const columns = isSwapped ? both : units.map(({ key }) => key)
  const medians = columns.map((key) => describeMedian(checked, key))
  const readSo = isSwapped ? 'Exchanged, they fit' : `Read as ${units.map(({ unit }) => unit).join(' and ')}, it fits`
  const what = isByBmi ? `the BMI of ${countRows(fitting)}` : 'what people weigh for their height'
  const positions = isByBmi ? contradicting : positionsWithBoth(checked)
  return {
    kind: isSwapped ? 'swapped' : 'unit',
    columns: [...columns],
    title: isSwapped
      ? 'Height and weight look swapped'
      : units.map(({ key, unit }) => `${labelOf(key)} looks like ${nameOfUnit(unit)}`).join(', '),
    detail: `${medians.join(', ')}. ${readSo} ${what}.`,
    rows: positions.length,
    ...asksForReason,
    repair: isSwapped ? exchange(checked, both) : readAs(checked, units),
    rowsBehind: () => rowsOf(checked, positions),
  }
}

const positionsWithBoth = ({ diff }: Checked): number[] =>
  diff.next.flatMap((row, at) => (numbersIn(row, [height, weight]) ? [at + 1] : []))

function describeMedian({ numbersOf }: Checked, key: 'height' | 'weight'): string {
  const { now, next } = numbersOf(key)
  const unit = unitsOf(key)[0]?.unit ?? ''
  const before = now.length === 0 ? '' : ` where it was ${describeValue(medianOf(now))}`
  return `the median ${key} is ${describeValue(medianOf(next))} ${unit}${before}`
}

function* rowsOf({ diff }: Checked, positions: readonly number[]) {
  for (const position of positions) {
    const row = diff.next[position - 1] ?? []
    const [heightCm, weightKg] = [describeValue(row[height]), describeValue(row[weight])]
    if (typeof row[bmi] === 'number') {
      yield { position, column: 'bmi' as const, reason: `Does not fit ${weightKg} kg and ${heightCm} cm` }
    } else yield { position, column: 'weight' as const, reason: `Does not fit ${heightCm} cm` }
  }
}
