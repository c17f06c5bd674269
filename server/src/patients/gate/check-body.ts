import { unitsOf } from '@health-console/contract/patient-units.ts'
import { medianOf } from '../compare/column-statistics.ts'
import { indexOf } from '../compare/diff-tables.ts'
import { type BodyMeasures, checkBodyMeasures } from './body-measures.ts'
import { type Checked, countRows, describeValue, exchange, type Finding, inWords, labelOf, readAs } from './finding.ts'
import { nameOfUnit } from './unit-names.ts'

const [height, weight, bmi] = [indexOf('height'), indexOf('weight'), indexOf('bmi')]

/** BMI against weight and height, named by what explains it. */
export function checkBody(checked: Checked): Finding[] {
  const measures = checkBodyMeasures(checked.diff.next)
  if (measures.explanation) return [explained(checked, measures, measures.explanation)]
  const { contradicting, checkable } = measures
  if (contradicting.length === 0) return []
  return [
    {
      kind: 'bmi',
      columns: ['bmi', 'weight', 'height'],
      title: `BMI does not fit weight and height in ${countRows(contradicting.length)}`,
      detail: `of ${inWords.format(checkable)} that have all three, it differs there by more than a tenth.`,
      rows: contradicting.length,
      needsReason: false,
      needsConfirmation: false,
      repair: null,
      rowsBehind: () => rowsOf(checked, contradicting),
    },
  ]
}

function explained(
  checked: Checked,
  { fitting, contradicting, checkable }: BodyMeasures,
  explanation: NonNullable<BodyMeasures['explanation']>,
): Finding {
  const { isSwapped, units } = explanation
  const columns = isSwapped ? (['height', 'weight'] as const) : units.map(({ key }) => key)
  const medians = columns.map((key) => `the median ${labelOf(key).toLowerCase()} is ${medianIn(checked, key)}`)
  const readSo = isSwapped ? 'Exchanged, they fit' : `Read as ${units.map(({ unit }) => unit).join(' and ')}, it fits`
  const what = checkable === 0 ? 'what people weigh for their height' : `the BMI of ${countRows(fitting)}`
  const positions = contradicting.length > 0 ? contradicting : checked.diff.next.map((_, at) => at + 1)
  return {
    kind: isSwapped ? 'swapped' : 'unit',
    columns: [...columns],
    title: isSwapped
      ? 'Height and weight look swapped'
      : units.map(({ key, unit }) => `${labelOf(key)} looks like ${nameOfUnit(unit)}`).join(', '),
    detail: `${medians.join(', ')}. ${readSo} ${what}.`,
    rows: positions.length,
    needsReason: true,
    needsConfirmation: false,
    repair: isSwapped ? exchange(checked, 'height', 'weight') : readAs(checked, units),
    rowsBehind: () => rowsOf(checked, positions),
  }
}

function medianIn({ numbersOf }: Checked, key: 'height' | 'weight' | string): string {
  const column = key === 'height' ? 'height' : 'weight'
  return `${describeValue(medianOf(numbersOf(column).next))} ${unitsOf(column)[0]?.unit ?? ''}`
}

function* rowsOf({ diff }: Checked, positions: readonly number[]) {
  for (const position of positions) {
    const row = diff.next[position - 1] ?? []
    const [heightCm, weightKg] = [describeValue(row[height]), describeValue(row[weight])]
    const reason = `Does not fit ${weightKg} kg and ${heightCm} cm`
    if (typeof row[bmi] === 'number') yield { position, column: 'bmi' as const, reason }
    else yield { position, column: 'weight' as const, reason: `Does not fit ${heightCm} cm` }
  }
}
