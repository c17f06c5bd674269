import { patientBounds } from '@health-console/contract/patient-checks.ts'
import { unitsOf } from '@health-console/contract/patient-units.ts'
import { medianOf } from '../compare/column-statistics.ts'
import { indexOf } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { type Checked, numbersIn } from './finding.ts'

// What weight and height imply about each other, about the BMI of the file, and about the same patients in the current
// table.

/** Another interpretation of both: in other units, swapped, or both. */
export type Explanation = { isSwapped: boolean; units: { key: 'height' | 'weight'; unit: string }[] }

/** The reference for explanations: the same patients before, the BMI of the file, or the usual weight for a height. */
export type Measure = 'patients' | 'bmi' | 'bodies'

export type BodyMeasures = {
  /** How many rows have height, weight and BMI. */
  checkable: number
  /** The positions of the rows where they contradict each other. */
  contradicting: number[]
  /** The one or two explanations that fit best; none if the values fit as they are. */
  explanations: Explanation[]
  by: Measure
  /** The positions of the rows that they explain. */
  positions: number[]
  /** How many of them the best explanation covers. */
  fitting: number
}

/** A patient's height and weight, their position in the new table, and what they are compared with. */
type Body = {
  position: number
  height: number
  weight: number
  bmi?: number
  before?: readonly [height: number, weight: number]
}

const bodyIndexes = [indexOf('height'), indexOf('weight')] as const
const bmiIndex = indexOf('bmi')
/** A BMI that was computed from exact values differs by at most this from one of rounded values. */
const closeBmi = 0.1
const closeValue = 0.05
const needed: Record<Measure, number> = { patients: 0.6, bmi: 0.8, bodies: 0.8 }
/** Two explanations whose fit differs by less than this are both offered. */
const aboutAsWell = 0.1
const mostExplanations = 2
const fewRows = 3
/** The median BMI of any group of patients is within these limits, even of infants or obese patients. */
const medianBmi = { min: 12, max: 45 }
const usualBmi = { min: 14, max: 40 }
/** Heights vary less than weights, so fewer rows may be alike. */
const rowsToCompare = 10
const muchMore = 1.5

const bmiOf = ({ height, weight }: Pick<Body, 'height' | 'weight'>) => weight / (height / 100) ** 2
const isClose = (value: number, wanted: number, tolerance: number) => Math.abs(value / wanted - 1) <= tolerance
const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max

/**
 * Finds the interpretations of height and weight that fit best: by known patients, otherwise by the BMI, otherwise by
 * plausibility.
 */
export function checkBodyMeasures(checked: Checked): BodyMeasures {
  const bodies = bodiesIn(checked.diff.next)
  const withBmi = bodies.filter(({ bmi }) => bmi !== undefined)
  const contradicts = (body: Body) => !isClose(body.bmi ?? 0, bmiOf(body), closeBmi)
  const contradicting = withBmi.filter(contradicts).map(({ position }) => position)
  const found = (by: Measure, rows: readonly Body[]) => {
    const explained = explain(checked, by, rows)
    const positions = by === 'bmi' ? contradicting : rows.map(({ position }) => position)
    return { checkable: withBmi.length, contradicting, by, positions, ...explained }
  }
  const byPatients = found('patients', movedBodies(checked))
  if (byPatients.explanations.length > 0) return byPatients
  if (withBmi.length >= fewRows) return found('bmi', contradicting.length * 2 < withBmi.length ? [] : withBmi)
  return found('bodies', arePlausible(bodies) ? [] : bodies)
}

function bodiesIn(rows: readonly PatientRow[]): Body[] {
  const bodies: Body[] = []
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? []
    const [height = 0, weight = 0] = numbersIn(row, bodyIndexes) ?? []
    const bmi = row[bmiIndex]
    if (height <= 0 || weight <= 0) continue
    bodies.push({ position: at + 1, height, weight, ...(typeof bmi === 'number' && bmi > 0 && { bmi }) })
  }
  return bodies
}

/** The known patients with another height or weight than before, if they are at least half of the known ones. */
function movedBodies({ diff: { changed, unchanged } }: Checked): Body[] {
  const moved = changed.flatMap(({ now, next, nextPosition }): Body[] => {
    const before = numbersIn(now, bodyIndexes)
    const [height = 0, weight = 0] = numbersIn(next, bodyIndexes) ?? []
    if (!before || height <= 0 || weight <= 0 || (before[0] === height && before[1] === weight)) return []
    return [{ position: nextPosition, height, weight, before: [before[0] ?? 0, before[1] ?? 0] }]
  })
  return moved.length * 2 >= changed.length + unchanged ? moved : []
}

/**
 * Whether such heights and weights are plausible: by the usual weight for a height, and because heights vary less than
 * weights.
 */
const arePlausible = (bodies: readonly Body[]) =>
  bodies.length < fewRows || (isWithin(unsortedMedian(bodies.map(bmiOf)), medianBmi) && variesLess(bodies, muchMore))

/** @param times how many times more than the weights the heights may vary */
function variesLess(bodies: readonly Body[], times: number): boolean {
  const spread = (key: 'height' | 'weight') => {
    const mean = bodies.reduce((sum, body) => sum + body[key], 0) / bodies.length
    return Math.sqrt(bodies.reduce((sum, body) => sum + (body[key] - mean) ** 2, 0) / bodies.length) / mean
  }
  return bodies.length < rowsToCompare || spread('height') <= spread('weight') * times
}

function explain(
  checked: Checked,
  by: Measure,
  bodies: readonly Body[],
): Pick<BodyMeasures, 'explanations' | 'fitting'> {
  if (bodies.length < fewRows) return { explanations: [], fitting: 0 }
  const ranked = otherReadings(checked)
    .map(({ read, explanation }) => ({ explanation, fit: fitOf(bodies.map(read), by) }))
    .toSorted((a, b) => b.fit - a.fit || changesIn(a.explanation) - changesIn(b.explanation))
  const [best] = ranked
  if (!best || best.fit < needed[by] || fitOf(bodies, by) >= best.fit - aboutAsWell)
    return { explanations: [], fitting: 0 }
  const fitting = ranked.filter(({ fit }) => fit >= needed[by] && fit > best.fit - aboutAsWell)
  // Among explanations that fit about equally well, one that changes more than needed is not informative.
  const fewest = Math.min(...fitting.map(({ explanation }) => changesIn(explanation)))
  const explanations = fitting.filter(({ explanation }) => changesIn(explanation) <= Math.max(fewest, 2))
  return {
    explanations: explanations.slice(0, mostExplanations).map(({ explanation }) => explanation),
    fitting: Math.round(best.fit * bodies.length),
  }
}

const changesIn = ({ isSwapped, units }: Explanation) => units.length + (isSwapped ? 1 : 0)

/** The share of plausible heights and weights; undefined if a third of them are outside the human range. */
function fitOf(bodies: readonly Body[], by: Measure): number {
  const share = (fits: (body: Body) => boolean) => bodies.filter(fits).length / bodies.length
  if (share(isHuman) <= 2 / 3) return 0
  if (by === 'patients') return share(isAsBefore)
  if (by === 'bmi') return share((body) => isClose(body.bmi ?? 0, bmiOf(body), closeBmi))
  const isUsual = isWithin(unsortedMedian(bodies.map(bmiOf)), usualBmi)
  return isUsual ? share(isHuman) * (variesLess(bodies, 1) ? 1 : 0.5) : 0
}

const isHuman = ({ height, weight }: Body) =>
  isWithin(height, patientBounds.height ?? { min: 0, max: Infinity }) &&
  isWithin(weight, patientBounds.weight ?? { min: 0, max: Infinity })

const isAsBefore = ({ height, weight, before: [heightBefore, weightBefore] = [0, 0] }: Body) =>
  isClose(height, heightBefore, closeValue) && isClose(weight, weightBefore, closeValue)

const unsortedMedian = (numbers: readonly number[]) => medianOf(Float64Array.from(numbers).sort()) ?? 0

/** All interpretations except the current one. */
function otherReadings({ unitOf }: Checked): { explanation: Explanation; read: (body: Body) => Body }[] {
  const inForce = { height: factorOf('height', unitOf('height')), weight: factorOf('weight', unitOf('weight')) }
  return [false, true].flatMap((isSwapped) =>
    unitsOf('height').flatMap(({ unit: heightUnit, factor: heightFactor }) =>
      unitsOf('weight').flatMap(({ unit: weightUnit, factor: weightFactor }) => {
        if (heightFactor === undefined || weightFactor === undefined) return []
        const units = [
          { key: 'weight' as const, unit: weightUnit },
          { key: 'height' as const, unit: heightUnit },
        ].filter(({ key, unit }) => unit !== unitOf(key))
        if (!isSwapped && units.length === 0) return []
        const read = (body: Body): Body => {
          const [height, weight] = [body.height / inForce.height, body.weight / inForce.weight]
          const [tall, heavy] = isSwapped ? [weight, height] : [height, weight]
          return { ...body, height: tall * heightFactor, weight: heavy * weightFactor }
        }
        return [{ explanation: { isSwapped, units }, read }]
      }),
    ),
  )
}

const factorOf = (key: 'height' | 'weight', unit: string | null) =>
  unitsOf(key).find((each) => each.unit === unit)?.factor ?? 1
