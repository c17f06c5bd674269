import { dateOfBirth, feetAndInches, unitsOf } from '@health-console/contract/patient-units.ts'
import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Place } from './answers.ts'

/** "Reads 162.6 cm": what the first value of the file becomes of which that can be said in advance; null if there is none. */
export function firstReading(
  samples: readonly string[],
  columns: readonly PatientColumnKey[],
  place: Place,
): string | null {
  for (const text of samples) {
    const reads = readsAs(text, columns, place)
    if (reads !== null) return reads
  }
  return null
}

function readsAs(text: string, columns: readonly PatientColumnKey[], place: Place): string | null {
  // words are asked about, IDs stay
  if (!place || columns.some((column) => unitsOf(column).length === 0)) return null
  const values = partsOf(text, columns.length, place.half).map((part, index) => valueOf(part, columns[index], place))
  const [column] = columns
  if (column === undefined || values.length === 0 || values.includes(null)) return null
  const unit = column === 'age' ? 'years' : patientColumns.find(({ key }) => key === column)?.unit
  return `Reads ${values.join(' and ')}${unit && values.length === 1 ? `\u00a0${unit}` : ''}`
}

/** The parts of a cell such as `120/80`; none if it is not of two. */
function partsOf(text: string, count: number, half: 'first' | 'second' | undefined): string[] {
  if (half === undefined) return [text]
  const halves = text.split('/')
  if (halves.length !== 2) return []
  return count === 2 ? halves : halves.slice(half === 'first' ? 0 : 1).slice(0, 1)
}

function valueOf(text: string, column: PatientColumnKey | undefined, place: NonNullable<Place>): string | null {
  if (column === undefined) return null
  if (place.unit === dateOfBirth) return ageOn(text, place.countedTo)
  const value = place.unit === feetAndInches ? inchesOf(text) : numberOf(text)
  const factor = place.unit === feetAndInches ? 2.54 : unitsOf(column).find(({ unit }) => unit === place.unit)?.factor
  if (value === null || (place.unit !== undefined && factor === undefined)) return null
  return String(Number((value * (factor ?? 1)).toFixed(1)))
}

const numberOf = (text: string) => (/^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null)

/** 5'11", 5 ft 11 in, 5-11 */
function inchesOf(text: string): number | null {
  const match = /^\s*(\d+)\s*(?:'|’|′|ft|feet|-|\s)\s*(\d+(?:\.\d+)?)?\s*(?:"|”|″|''|in|inches)?\s*$/i.exec(text)
  return match && Number(match[1]) * 12 + Number(match[2] ?? 0)
}

function ageOn(text: string, countedTo: string | undefined): string | null {
  const born = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0]
  if (born === undefined || countedTo === undefined || born > countedTo) return null
  const years = Number(countedTo.slice(0, 4)) - Number(born.slice(0, 4))
  return String(born.slice(5) > countedTo.slice(5) ? years - 1 : years)
}
