import type { Random } from '../../src/operations/demo/random.ts'
import { madePatient, type MadePatient } from './made-patients.ts'

// Tables of heights and weights that are right, some of them although they look wrong, and 40 ways to break them. Every
// right row is possible: nobody is shorter than 25 cm, or as an adult has a BMI below 8 or above 110.

type Made = (random: Random, memberId: number) => MadePatient

const round = (value: number, digits = 1) => Number(value.toFixed(digits))

const withBody = (patient: MadePatient, age: number, height: number, bmi: number): MadePatient => {
  const weight = round((bmi * height ** 2) / 10_000, height < 60 ? 2 : 1)
  return { ...patient, age, height, weight, bmi: round(weight / (height / 100) ** 2, 2) }
}

const adult: Made = madePatient
const child: Made = (random, id) => {
  const age = random.between(1, 17)
  return withBody(madePatient(random, id), age, round(random.around(72 + age * 6.2, 14)), round(random.around(17, 5)))
}
const premature: Made = (random, id) =>
  withBody(madePatient(random, id), 0, random.between(26, 46), round(random.around(8.5, 2.5)))
const heavy: Made = (random, id) =>
  withBody(madePatient(random, id), random.between(18, 70), random.between(160, 195), round(random.around(68, 26)))
const small: Made = (random, id) =>
  withBody(madePatient(random, id), random.between(18, 70), random.between(115, 138), round(random.around(26, 14)))
const thin: Made = (random, id) =>
  withBody(madePatient(random, id), random.between(18, 70), random.between(150, 190), round(random.around(14, 3)))

const kinds = [adult, child, premature, heavy, small, thin] as const

/** Patients of one kind, or of two. */
export function rightTable(random: Random): MadePatient[] {
  const [most, few] = [random.pick(kinds), random.pick(kinds)]
  const share = random.pick([0, 0, 0.05, 0.3] as const)
  return Array.from({ length: random.between(5, 80) }, (_, at) => (random.chance(share) ? few : most)(random, at + 1))
}

/** Breaks one row of a table. */
type Break = (patient: MadePatient, other: MadePatient) => Partial<MadePatient>

const toUnits =
  (perCm: number, perKg: number, isSwapped = false): Break =>
  ({ height, weight }) => {
    const [tall, heavyWeight] = [round(Number(height) * perCm, 3), round(Number(weight) * perKg, 2)]
    return isSwapped ? { height: heavyWeight, weight: tall } : { height: tall, weight: heavyWeight }
  }
const times =
  (key: 'height' | 'weight' | 'bmi' | 'age', factor: number): Break =>
  (patient) => ({ [key]: round(Number(patient[key] ?? 40) * factor, 3) })
const always =
  (values: Partial<MadePatient>): Break =>
  () =>
    values
const ofOther =
  (key: keyof MadePatient): Break =>
  (_, other) => ({ [key]: other[key] })

const [m, mm, inches, ft, lb, st, g] = [0.01, 10, 1 / 2.54, 1 / 30.48, 2.204_62, 0.157_473, 1_000]

/** Ways in which rows of the file are wrong. */
export const brokenRows: Record<string, Break> = {
  metres: toUnits(m, 1),
  millimetres: toUnits(mm, 1),
  inches: toUnits(inches, 1),
  feet: toUnits(ft, 1),
  pounds: toUnits(1, lb),
  stones: toUnits(1, st),
  grams: toUnits(1, g),
  'inches and pounds': toUnits(inches, lb),
  'metres and pounds': toUnits(m, lb),
  'feet and stones': toUnits(ft, st),
  'millimetres and grams': toUnits(mm, g),
  swapped: toUnits(1, 1, true),
  'swapped, in inches and pounds': toUnits(inches, lb, true),
  'swapped, in metres': toUnits(m, 1, true),
  'swapped, in pounds': toUnits(1, lb, true),
  'ten times the height': times('height', 10),
  'a tenth of the height': times('height', 0.1),
  'ten times the weight': times('weight', 10),
  'a tenth of the weight': times('weight', 0.1),
  'a weight in percent': times('weight', 0.01),
  'a hundred times the weight': times('weight', 100),
  'no height': always({ height: 0 }),
  'no weight': always({ weight: 0 }),
  '-9 for both': always({ height: -9, weight: -9 }),
  'a BMI of pounds and metres': times('bmi', lb),
  'a BMI of kilograms and inches': times('bmi', 2.54 ** 2),
  'a BMI that is ten times too high': times('bmi', 10),
  'a BMI without its factor 703': times('bmi', 1 / 703),
  'the BMI of another row': ofOther('bmi'),
  'the height of another row': ofOther('height'),
  'the weight of another row': ofOther('weight'),
  'the age of another row': ofOther('age'),
  'an age in months': times('age', 12),
  'an age of 0': always({ age: 0 }),
  'a year for an age': always({ age: 1_980 }),
}

/** Ways in which the current table is wrong and the file is right. */
export const brokenBefore: Record<string, Break> = {
  'pounds in the current table': toUnits(1, lb),
  'inches in the current table': toUnits(inches, 1),
  'metres in the current table': toUnits(m, 1),
  'the current table swapped': toUnits(1, 1, true),
  'another patient in the current table': (_, { height, weight }) => ({ height, weight }),
}

/** Breaks a share of the rows. */
export function breakRows(
  patients: readonly MadePatient[],
  how: Break,
  { share, random }: { share: number; random: Random },
): MadePatient[] {
  const count = Math.max(1, Math.round(patients.length * share))
  const isScattered = random.chance(0.5)
  return patients.map((patient, at) => {
    const isBroken = isScattered ? random.chance(share) : at < count
    return isBroken ? { ...patient, ...how(patient, patients[at - 1] ?? patients.at(-1) ?? patient) } : patient
  })
}
