import { patientBounds } from '@health-console/contract/patients/checks.ts'
import { ownUnitOf, toOwnUnit } from '@health-console/contract/patients/measures.ts'
import { bodyReadings, unitsOf, yearOfBirth } from '@health-console/contract/patients/units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { ColumnProfile } from '../survey/profile-column.ts'
import { adultAge, mayBeUsual } from '../words/body-limits.ts'
import { areYears, isYear } from './births.ts'

// What the medians of columns say about units that no one states. They raise questions, and never decide one.

/** The lowest and the highest value of a group of patients, and its median between, in the unit of the table. */
export const usualGroups: Partial<Record<PatientColumnKey, readonly [number, number, number, number]>> = {
  age: [0, 1, 95, 110],
  height: [40, 80, 200, 230],
  weight: [2, 10, 130, 250],
  systolicBloodPressure: [60, 100, 155, 260],
  diastolicBloodPressure: [30, 60, 95, 160],
  bmi: [10, 14, 40, 70],
}

/**
 * The unit of a column by its own median, the table's before others; null if it may be one of several, or if the values
 * are impossible. Height and weight are judged together.
 */
export function likelyUnit(key: PatientColumnKey, profile: ColumnProfile): string | null {
  const { median } = profile
  const own = ownUnitOf(key)
  if (median === null || unitsOf(key).length < 2 || key === 'height' || key === 'weight') return own
  if (key === 'age' && isYear(median)) return areYears(profile) ? yearOfBirth : null
  const [, lowest = 0, highest = Infinity] = usualGroups[key] ?? []
  const fitting = unitsOf(key).flatMap(({ unit }) => {
    const value = toOwnUnit(key, median, unit)
    return value !== undefined && value >= lowest && value <= highest ? [unit] : []
  })
  return own !== null && fitting.includes(own) ? own : choose(key, median, fitting)
}

/** A column of a group of patients; its unit is null if no one states it. */
type Measured = { median: number | null; unit: string | null } | undefined
export type Group = { age: Measured; height: Measured; weight: Measured }

/** The unit of a height or weight that no one states, by the medians of both and of the age; null as above. */
export function likelyBodyUnit(key: 'height' | 'weight', { age, ...body }: Group): string | null {
  const median = body[key]?.median ?? null
  if (median === null) return ownUnitOf(key)
  const years = age?.median == null || age.unit === null ? undefined : toOwnUnit('age', age.median, age.unit)
  const valueOf = (of: 'height' | 'weight', unit: string) =>
    body[of]?.median == null ? undefined : toOwnUnit(of, body[of].median, body[of].unit ?? unit)
  // Without ages, most patients are adults.
  const fitting = (years === undefined ? [adultAge, undefined] : [years]).map((each) =>
    bodyReadings.filter(({ height, weight }) =>
      mayBeUsual(valueOf('height', height.unit), valueOf('weight', weight.unit), each),
    ),
  )
  const likeliest = fitting.find((readings) => readings.length > 0) ?? []
  return choose(key, median, [...new Set(likeliest.map((reading) => reading[key].unit))])
}

/** Whether heights and weights are usual only if the ages are months. */
export function mayBeMonths({ age, height, weight }: Group): boolean {
  if (!age || age.median === null || !height || !weight) return false
  const inOwn = (key: 'height' | 'weight', { median, unit }: NonNullable<Measured>) =>
    median === null ? undefined : toOwnUnit(key, median, unit)
  const [tall, heavy] = [inOwn('height', height), inOwn('weight', weight)]
  return !mayBeUsual(tall, heavy, age.median) && mayBeUsual(tall, heavy, age.median / 12)
}

/** The only unit that fits; the table's if none does, unless the values would be impossible. */
function choose(key: PatientColumnKey, median: number, [first, ...others]: readonly string[]): string | null {
  if (first !== undefined) return others.length === 0 ? first : null
  const bounds = patientBounds[key]
  return !bounds || (median >= bounds.min && median <= bounds.max) ? ownUnitOf(key) : null
}
