import { unitsOf } from '@health-console/contract/patient-units.ts'
import { medianOf } from '../compare/column-statistics.ts'
import { indexOf } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { numbersIn } from './finding.ts'

// What weight and height say of each other, alone and beside the BMI of the file.

/** Another way to read both: in other units, or exchanged. */
export type Explanation = { isSwapped: boolean; units: { key: 'weight' | 'height'; unit: string }[] }

export type BodyMeasures = {
  /** How many rows have all three. */
  checkable: number
  /** The positions of those where they contradict each other. */
  contradicting: number[]
  /** What explains nearly all rows, and how many. */
  explanation: Explanation | undefined
  fitting: number
  /** Whether the BMI of the file says so, or only what people weigh for their height. */
  isByBmi: boolean
}

const [height, weight, bmi] = [indexOf('height'), indexOf('weight'), indexOf('bmi')]
/** A BMI that was computed from exact values differs by at most this from one of rounded values. */
const close = 0.1
const mostRows = 0.8
const fewRows = 3
/** Within these lies the median BMI of any group of people, infants and the obese included. */
const medianBmi = { min: 12, max: 45 }
const usualBmi = { min: 14, max: 40 }
const unexplained = { explanation: undefined, fitting: 0 }

const bmiOf = (heightCm: number, weightKg: number) => weightKg / (heightCm / 100) ** 2
const isClose = (value: number, wanted: number) => Math.abs(value / wanted - 1) <= close
const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max

export function checkBodyMeasures(rows: readonly PatientRow[]): BodyMeasures {
  const contradicting: number[] = []
  let checkable = 0
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? []
    if (!hasBodyMeasures(row)) continue
    checkable += 1
    if (!isClose(ratioOf(row), 1)) contradicting.push(at + 1)
  }
  if (checkable < fewRows) return { checkable, contradicting, isByBmi: false, ...explainAlone(rows) }
  if (contradicting.length < checkable / 2) return { checkable, contradicting, isByBmi: true, ...unexplained }
  return { checkable, contradicting, isByBmi: true, ...explainByBmi(rows.filter(hasBodyMeasures)) }
}

const measureIn = (row: PatientRow, index: number) => {
  const value = row[index]
  return typeof value === 'number' ? value : 0
}

const hasBodyMeasures = (row: PatientRow) =>
  measureIn(row, height) > 0 && measureIn(row, weight) > 0 && measureIn(row, bmi) > 0

/** How many times the BMI of weight and height the given one is. */
const ratioOf = (row: PatientRow) => measureIn(row, bmi) / bmiOf(measureIn(row, height), measureIn(row, weight))
const swappedRatioOf = (row: PatientRow) => measureIn(row, bmi) / bmiOf(measureIn(row, weight), measureIn(row, height))

/** Finds how both are to be read so that nearly all rows have the BMI of the file. */
function explainByBmi(rows: readonly PatientRow[]) {
  const [ratios, swappedRatios] = [rows.map(ratioOf), rows.map(swappedRatioOf)]
  const [best] = otherReadings()
    .map(({ explanation, factor }) => ({
      explanation,
      fitting: (explanation.isSwapped ? swappedRatios : ratios).filter((ratio) => isClose(ratio, factor)).length,
    }))
    .toSorted((a, b) => b.fitting - a.fitting)
  return best && best.fitting >= ratios.length * mostRows ? best : unexplained
}

/** Without a BMI in the file: what people weigh for their height. */
function explainAlone(rows: readonly PatientRow[]) {
  const bmis: number[] = []
  const swappedBmis: number[] = []
  for (const row of rows) {
    const [heightCm = 0, weightKg = 0] = numbersIn(row, [height, weight]) ?? []
    if (heightCm <= 0 || weightKg <= 0) continue
    bmis.push(bmiOf(heightCm, weightKg))
    swappedBmis.push(bmiOf(weightKg, heightCm))
  }
  if (bmis.length < fewRows || isWithin(unsortedMedian(bmis), medianBmi)) return unexplained
  const fits = otherReadings().filter(({ explanation, factor }) =>
    isWithin(unsortedMedian(explanation.isSwapped ? swappedBmis : bmis) * factor, usualBmi),
  )
  const simple = fits.filter(({ explanation }) => explanation.units.length <= 1)
  const [only, second] = simple.length > 0 ? simple : fits
  return only && !second ? { explanation: only.explanation, fitting: bmis.length } : unexplained
}

const unsortedMedian = (numbers: readonly number[]) => medianOf(Float64Array.from(numbers).sort()) ?? 0

/** All other readings, and what each multiplies the BMI of the values by. */
function otherReadings(): { explanation: Explanation; factor: number }[] {
  const inUnits = unitsOf('weight').flatMap((weightUnit) =>
    unitsOf('height').flatMap((heightUnit) => {
      if (weightUnit.factor === undefined || heightUnit.factor === undefined) return []
      const units = [
        { key: 'weight' as const, ...weightUnit },
        { key: 'height' as const, ...heightUnit },
      ].filter(({ factor }) => factor !== 1)
      if (units.length === 0) return []
      const explanation = { isSwapped: false, units: units.map(({ key, unit }) => ({ key, unit })) }
      return [{ explanation, factor: weightUnit.factor / heightUnit.factor ** 2 }]
    }),
  )
  return [{ explanation: { isSwapped: true, units: [] }, factor: 1 }, ...inUnits]
}
