import type { PatientColumnKey } from './patients.ts'

/** A unit that a column may have in a file. The first of each column is the one of the table. */
type PatientUnit = { unit: string; /** A value multiplied by this has the table's unit. */ factor?: number }

const pressures: PatientUnit[] = [
  { unit: 'mmHg', factor: 1 },
  { unit: 'cmHg', factor: 10 },
  { unit: 'kPa', factor: 7.50061683 },
]

/** A column's unit only, for newborns: to a gram, a weight has lost the digits by which rows could be judged again. */
const ounces: PatientUnit = { unit: 'oz', factor: 0.028349523125 }

/** Dates of birth whose order is certain: dates of the spreadsheet, `1980-03-31`, `31 March 1980`. */
export const dateOfBirth = 'date of birth'
/** Dates of birth that may also be figures such as `31/03/1980`, in this order. */
export const dayFirstBirth = 'born day/month/year'
export const monthFirstBirth = 'born month/day/year'
export const yearOfBirth = 'year of birth'
export const feetAndInches = 'ft and in'

const births: readonly string[] = [dateOfBirth, dayFirstBirth, monthFirstBirth, yearOfBirth]

/** Whether an age is calculated from a birth in this unit, as of a day. */
export const isBirth = (unit: string | null | undefined) => typeof unit === 'string' && births.includes(unit)

const units: Partial<Record<PatientColumnKey, PatientUnit[]>> = {
  age: [
    { unit: 'years', factor: 1 },
    { unit: 'months', factor: 1 / 12 },
    { unit: 'weeks', factor: 7 / 365.2425 },
    { unit: 'days', factor: 1 / 365.2425 },
    ...births.map((unit) => ({ unit })),
  ],
  height: [
    { unit: 'cm', factor: 1 },
    { unit: 'm', factor: 100 },
    { unit: 'mm', factor: 0.1 },
    { unit: 'in', factor: 2.54 },
    { unit: 'ft', factor: 30.48 },
    { unit: feetAndInches },
  ],
  weight: [
    { unit: 'kg', factor: 1 },
    { unit: 'lb', factor: 0.45359237 },
    { unit: 'st', factor: 6.35029318 },
    { unit: 'g', factor: 0.001 },
    ounces,
  ],
  systolicBloodPressure: pressures,
  diastolicBloodPressure: pressures,
  bmi: [{ unit: 'kg/m²', factor: 1 }],
}

/** The units that a column may have in a file, starting with its own; empty for a column without units. */
export const unitsOf = (key: PatientColumnKey): readonly PatientUnit[] => units[key] ?? []

/** An interpretation of a file's height and weight: the unit of each, and whether the columns are swapped. */
export type BodyReading = { name: string; height: PatientUnit; weight: PatientUnit; isSwapped: boolean }

export const bodyReadings: readonly BodyReading[] = [false, true].flatMap((isSwapped) =>
  unitsOf('height').flatMap((height) =>
    unitsOf('weight').flatMap((weight) => {
      if (height.factor === undefined || weight.factor === undefined || weight === ounces) return []
      return [{ name: `${isSwapped ? 'swapped:' : ''}${height.unit}+${weight.unit}`, height, weight, isSwapped }]
    }),
  ),
)

/** The answer that height and weight are as the file says, however unusual. */
export const bodiesAsTheyAre = 'as_they_are'
