import { convert, convertBack } from '@health-console/contract/patients/measures.ts'
import { type BodyReading, bodyReadings } from '@health-console/contract/patients/units.ts'
import { indexOf } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { bmiOf, isPossible, isUsual, type Measures } from '../reading/words/body-limits.ts'
import type { Checked, InUnit } from './finding.ts'

// A row with height and weight, how else these can be interpreted, and what supports or contradicts an interpretation.

/** A patient's height and weight as they are read, and what they are compared with. */
export type Body = Measures & {
  /** The position in the new table. */
  position: number
  /** The numbers of the file, so that a conversion adds nothing to the rounding of another one. */
  written: Pair
  /** The BMI of the file. */
  bmi: number | undefined
  /** The height and weight in the current table, unless no one can be so. */
  known: Pair | undefined
  /** Whether one interpretation, the current one or another, leads to the current table. */
  leadsToKnown: boolean
  isUnusual: boolean
  /** Whether height and weight can't both be right. */
  isImpossible: boolean
}

type Pair = readonly [height: number, weight: number]

/** An interpretation of height and weight. */
export type Explanation = BodyReading & {
  /** The units that change. */
  units: InUnit[]
  /** How many units change, plus 1 if the columns are swapped; 0 for the current interpretation. */
  changes: number
  /** The columns that are read otherwise. */
  columns: readonly BodyKey[]
  read: (body: Body) => Measures
}

export const bodyKeys = ['height', 'weight'] as const
export type BodyKey = (typeof bodyKeys)[number]

const [height, weight, age, bmi] = (['height', 'weight', 'age', 'bmi'] as const).map(indexOf) as [
  number,
  number,
  number,
  number,
]
const oldest = 130
/** Limits between simple numbers are a little higher, so that the rounding of converted values decides nothing. */
const little = 0.000_03
/** A BMI that was computed from exact values differs by at most this from one of rounded values. */
const closeBmi = 0.1 + little
const close = 0.05 + little
const far = 1 / 3 + little

/** The rows of the new table with height and weight. An age that cannot be right is not certain. */
export function findBodies(
  { diff: { next, added, changed }, bodies: answer, explained }: Checked,
  explanations: readonly Explanation[],
): Body[] {
  const asRead = writtenBy(explanations[0])
  const asAnswered = writtenBy(bodyReadings.find(({ name }) => name === answer))
  const otherwise = new Set(explained)
  const isAdded = new Uint8Array(next.length + 1)
  for (const position of added) isAdded[position] = 1
  const before = new Map(changed.map(({ nextPosition, now }) => [nextPosition, now]))
  const bodies: Body[] = []
  for (let at = 0; at < next.length; at += 1) {
    const row = next[at] ?? []
    const values = bothIn(row)
    if (!values) continue
    const position = at + 1
    const earlier = before.get(position)
    const years = numberIn(row, age)
    const isCertain = years !== undefined && years >= 0 && years <= oldest
    const body: Body = {
      position,
      written: (otherwise.has(position) ? asAnswered : asRead)(values),
      height: values[0],
      weight: values[1],
      age: isCertain ? years : undefined,
      bmi: numberIn(row, bmi),
      known: isAdded[position] === 1 ? undefined : earlier ? bothIn(earlier) : values,
      leadsToKnown: earlier === undefined,
      isUnusual: false,
      isImpossible: false,
    }
    judge(body, explanations)
    bodies.push(body)
  }
  return bodies
}

function writtenBy(reading: BodyReading | undefined): (values: Pair) => Pair {
  const [tall, heavy] = [reading?.height.factor ?? 1, reading?.weight.factor ?? 1]
  if (reading?.isSwapped) return (values) => [convertBack(values[1], heavy), convertBack(values[0], tall)]
  // Of hundreds of thousands of rows, most need no other numbers.
  if (tall === 1 && heavy === 1) return (values) => values
  return (values) => [convertBack(values[0], tall), convertBack(values[1], heavy)]
}

function judge(body: Body, explanations: readonly Explanation[]): void {
  const { known, age } = body
  if (known && !isPossible({ height: known[0], weight: known[1], age })) body.known = undefined
  body.leadsToKnown ||= explanations.some(({ read }) => isNearKnown(body, read(body)))
  body.isUnusual = !isUsual(body)
  body.isImpossible = isImpossibleAs(body, body)
}

function bothIn(row: PatientRow): Pair | undefined {
  const tall = row[height]
  const heavy = row[weight]
  return typeof tall === 'number' && typeof heavy === 'number' ? [tall, heavy] : undefined
}

const numberIn = (row: PatientRow, index: number) => {
  const value = row[index]
  return typeof value === 'number' ? value : undefined
}

/** All interpretations, fewest changes first; none if a cell or another column has the unit. */
export function listExplanations({ unitOf, hasOwnUnits }: Checked): Explanation[] {
  const explanations = bodyReadings.map((reading): Explanation => {
    const { isSwapped } = reading
    const units = bodyKeys
      .map((key) => ({ key, unit: reading[key].unit }))
      .filter(({ key, unit }) => unit !== unitOf(key))
    const [tall, heavy] = [reading.height.factor ?? 1, reading.weight.factor ?? 1]
    return {
      ...reading,
      units,
      changes: units.length + (isSwapped ? 1 : 0),
      columns: isSwapped ? bodyKeys : units.map(({ key }) => key),
      read: ({ written, age }) => ({
        height: convert(isSwapped ? written[1] : written[0], tall),
        weight: convert(isSwapped ? written[0] : written[1], heavy),
        age,
      }),
    }
  })
  const hasCurrent = explanations.some(({ changes }) => changes === 0)
  return hasOwnUnits || !hasCurrent ? [] : explanations.toSorted((a, b) => a.changes - b.changes)
}

const differs = (value: number, from: number, tolerance: number) => !(Math.abs(value / from - 1) <= tolerance)

export const contradictsBmi = (body: Body, measures: Measures = body): boolean =>
  body.bmi !== undefined && differs(body.bmi, bmiOf(measures), closeBmi)

function isNearKnown({ known }: Body, measures: Measures): boolean {
  return known !== undefined && !differs(measures.height, known[0], close) && !differs(measures.weight, known[1], close)
}

/** Whether a patient is far from the current table, and one interpretation leads back there. Children grow. */
export const contradictsKnown = (body: Body, measures: Measures = body): boolean =>
  body.leadsToKnown && isFarFromKnown(body, measures)

const isFarFromKnown = ({ known }: Body, measures: Measures): boolean =>
  known !== undefined && (differs(measures.height, known[0], far) || differs(measures.weight, known[1], far))

/** Whether a height and a weight can't both be right if they are read as these measures. */
export const isImpossibleAs = (body: Body, measures: Measures): boolean =>
  !isPossible(measures) || contradictsBmi(body, measures) || contradictsKnown(body, measures)

/** Whether an interpretation makes a row usual and agrees with its own BMI and with the current table. */
export function explains({ read }: Explanation, body: Body): boolean {
  const measures = read(body)
  return isUsual(measures) && !contradictsBmi(body, measures) && !isFarFromKnown(body, measures)
}
