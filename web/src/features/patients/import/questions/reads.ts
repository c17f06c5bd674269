import { ownUnitOf, readAge, readMeasure } from '@health-console/contract/patients/measures.ts'
import { feetAndInches, isBirth } from '@health-console/contract/patients/units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Answer } from './answers.ts'

/** A value of the file, such as "64.0 in", and what it becomes: several values for a cell such as 120/80. */
export type Conversion = { written: string; values: number[]; unit: string | null }

/** The first converted value; null if none is converted. */
export function converted(
  samples: readonly string[],
  columns: readonly PatientColumnKey[],
  answer: Answer,
): Conversion | null {
  const [column] = columns
  if (!answer || column === undefined || answer.unit === undefined || answer.unit === ownUnitOf(column)) return null
  if (answer.unitHeading !== undefined || isBirth(answer.unit)) return null
  for (const text of samples) {
    const values = columns.map((each, index) => readSample(text, each, answer, index))
    if (!values.every((value) => typeof value === 'number')) continue
    const written = answer.unit === feetAndInches ? text : `${withoutRoundingError(text)}\u00a0${answer.unit}`
    return { written, values, unit: column === 'age' && values[0] === 1 ? 'year' : ownUnitOf(column) }
  }
  return null
}

/** Reads a sample as the import will read it, without the answers about its cells that are still open. */
function readSample(text: string, column: PatientColumnKey, answer: NonNullable<Answer>, index: number) {
  const { unit = null, readings, missing } = answer
  // A heading that is split has one question for both columns.
  const half = answer.half !== undefined && index > 0 ? 'second' : answer.half
  return readMeasure(column, text, { unit, half, readings: new Set(readings), missing: new Set(missing) })
}

/** The ages on a day of patients born between the first and the last of a range: "22 to 87 years". */
export function agesOn(range: readonly string[], { unit = '' }: NonNullable<Answer>, day: string): string | null {
  const [oldest, youngest] = range.map((birth) => readAge(birth, unit, day))
  return typeof oldest === 'number' && typeof youngest === 'number' ? `${youngest} to ${oldest} years` : null
}

/** Whether a patient of the range was born later than the day. */
export const isBornLater = (range: readonly string[], { unit = '' }: NonNullable<Answer>, day: string): boolean =>
  range.some((birth) => {
    const age = readAge(birth, unit, day)
    return typeof age !== 'number' && age.no === 'earlier_birth'
  })

/** The value as it is in the file, unless it is a rounding error such as 71.40000000000001. */
const withoutRoundingError = (text: string) =>
  text.length > 8 && Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(6))) : text
