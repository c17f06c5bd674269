import { feetAndInches, isBirth, unitsOf } from '@health-console/contract/patient-units.ts'
import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Place } from './answers.ts'

/** The first converted value, such as "64.0 in = 162.6 cm"; null if none is converted. */
export function converted(
  samples: readonly string[],
  columns: readonly PatientColumnKey[],
  place: Place,
): string | null {
  const [column] = columns
  if (!place || column === undefined || place.unit === undefined || place.unit === unitsOf(column)[0]?.unit) return null
  if (place.unitHeading !== undefined) return null
  for (const text of samples) {
    const values = partsOf(text, columns.length, place.half).map((part) => valueOf(part, column, place))
    if (values.length === 0 || values.includes(null)) continue
    const number = numberOf(text)
    const shown =
      place.unit === feetAndInches ? text : `${number === null ? text : exact(text, number)}\u00a0${place.unit}`
    const value = values.join('/')
    const years = value === '1' ? 'year' : 'years'
    const own = column === 'age' ? years : patientColumns.find(({ key }) => key === column)?.unit
    return `${shown} = ${value}\u00a0${own}`
  }
  return null
}

/** The ages on a day of patients born between two dates: "22 to 87 years". */
export function agesOn(born: readonly string[], day: string): string | null {
  const [oldest, youngest] = born.map((each) => ageOn(each, day))
  return oldest === undefined || youngest === undefined || oldest === null || youngest === null
    ? null
    : `${youngest} to ${oldest} years`
}

/** The two parts of a cell such as `120/80`; none if it does not have two. */
function partsOf(text: string, count: number, half: 'first' | 'second' | undefined): string[] {
  if (half === undefined) return [text]
  const halves = text.split('/')
  if (halves.length !== 2) return []
  return count === 2 ? halves : halves.slice(half === 'first' ? 0 : 1).slice(0, 1)
}

function valueOf(text: string, column: PatientColumnKey, place: NonNullable<Place>): string | null {
  if (isBirth(place.unit)) return null
  const value = place.unit === feetAndInches ? inchesOf(text) : numberOf(text)
  const factor = place.unit === feetAndInches ? 2.54 : unitsOf(column).find(({ unit }) => unit === place.unit)?.factor
  if (value === null || factor === undefined) return null
  return String(column === 'age' ? Math.floor(value * factor) : Number((value * factor).toFixed(1)))
}

/** The value as it is in the file, unless it is a rounding error such as 71.40000000000001. */
const exact = (text: string, number: number) => (text.length > 8 ? String(Number(number.toPrecision(6))) : text)

const numberOf = (text: string) => (/^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null)

/** Matches 5'11", 5 ft 11 in and 5-11. */
function inchesOf(text: string): number | null {
  const match = /^\s*(\d+)\s*(?:'|’|′|ft|feet|-|\s)\s*(\d+(?:\.\d+)?)?\s*(?:"|”|″|''|in|inches)?\s*$/i.exec(text)
  return match && Number(match[1]) * 12 + Number(match[2] ?? 0)
}

function ageOn(text: string, countedTo: string): string | null {
  const born = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0]
  if (born === undefined || born > countedTo) return null
  const years = Number(countedTo.slice(0, 4)) - Number(born.slice(0, 4))
  return String(born.slice(5) > countedTo.slice(5) ? years - 1 : years)
}
