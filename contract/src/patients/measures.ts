import { findNumber, splitPair } from './numbers-in-text.ts'
import type { CellReading } from './answers.ts'
import { dayFirstBirth, feetAndInches, monthFirstBirth, unitsOf, yearOfBirth } from './units.ts'
import type { PatientColumnKey } from './patients.ts'
import { findMonth } from '../values/month-names.ts'
import { readTypedDate } from '../values/typed-dates.ts'
import { findUnitOf } from './unit-spellings.ts'

/** The answers about the numbers of a column. */
export type HowToMeasure = {
  /** Null for the unit of the table. */
  unit: string | null
  half: 'first' | 'second' | undefined
  readings: ReadonlySet<CellReading>
  /** Numbers that mean "missing". */
  missing: ReadonlySet<number>
}

/** Why a text is not a value: it is not what was expected, or it needs an answer that was not given. */
export type NoMeasure = { no: 'number' | 'pair' | 'feet' | CellReading }
export type NoAge = { no: 'date' | 'year' | 'order' | 'earlier_birth' }

/** The unit of a column in the table; null for text. */
export const ownUnitOf = (key: PatientColumnKey): string | null => unitsOf(key)[0]?.unit ?? null

/** This is more than any scale shows, so that no measured digit is lost. */
const keptDecimals = 3

/** Converts a number to the table's unit; undefined for a unit that is not a multiple of it. */
export function toOwnUnit(key: PatientColumnKey, value: number, unit: string | null): number | undefined {
  if (unit === null || unit === ownUnitOf(key)) return value
  const factor = unitsOf(key).find((each) => each.unit === unit)?.factor
  if (factor === undefined) return undefined
  const converted = convert(value, factor)
  // A child of four months has completed no year.
  return key === 'age' ? Math.floor(converted) : converted
}

const thousand = 10 ** keptDecimals
/** Values nearer than this to halfway between two are rounded by their exact decimals, which is slow. */
const halfway = 0.499

/** A number of a file in the unit of the table. */
export function convert(value: number, factor: number): number {
  if (factor === 1) return value
  const product = value * factor
  const whole = Math.round(product * thousand)
  return Math.abs(product * thousand - whole) < halfway ? whole / thousand : Number(product.toFixed(keptDecimals))
}

/** Files have no more decimals than this in a unit. */
const writtenDecimals = 6

/** The shortest number of a file that becomes this value, so that it can be converted otherwise without loss. */
export function convertBack(value: number, factor: number): number {
  if (factor === 1) return value
  for (let decimals = 0; decimals <= writtenDecimals; decimals += 1) {
    const written = Math.round((value / factor) * 10 ** decimals) / 10 ** decimals
    if (convert(written, factor) === value) return written
  }
  return value / factor
}

/** The completed years from one day to another; undefined if the first is later. */
export function ageOn(countedTo: string, born: string): number | undefined {
  const years = Number(countedTo.slice(0, 4)) - Number(born.slice(0, 4))
  const age = countedTo.slice(5) < born.slice(5, 10) ? years - 1 : years
  return age < 0 ? undefined : age
}

/** In a column of inches, 5,3 is 5 feet and 3 inches: no one is 5.3 inches tall. */
const feetComma = /^([4-7]),(?=(?:\d|1[01])$)/

/** The value of a text among numbers, in the unit of the table; null if it means "missing". */
export function readMeasure(key: PatientColumnKey, text: string, how: HowToMeasure): number | null | NoMeasure {
  if (how.half !== undefined) {
    const pair = splitPair(text)
    if (!pair) return { no: 'pair' }
    return toOwnUnit(key, Number(pair[how.half === 'first' ? 0 : 1]), how.unit) ?? { no: 'feet' }
  }
  const found = findNumber(how.unit === 'in' || how.unit === feetAndInches ? text.replace(feetComma, "$1'") : text)
  if (!found) return { no: how.unit === feetAndInches ? 'feet' : 'number' }
  if (found.unit === undefined && how.missing.has(found.value)) return null
  const unit = found.unit === undefined ? how.unit : findUnitOf(key, found.unit)
  if (unit === undefined) return { no: 'number' }
  const isFeet =
    found.unit === 'in' && (how.unit === feetAndInches || (feetComma.test(text) && how.readings.has('decimal_comma')))
  const isDecimal = found.asDecimal !== undefined && how.readings.has('decimal_comma') && !how.readings.has('thousands')
  const needed = found.needs.find((reading) => !how.readings.has(reading) && !(reading === 'thousands' && isDecimal))
  if (needed !== undefined && !isFeet) return { no: needed }
  const value = isDecimal ? (found.asDecimal ?? found.value) : found.value
  return toOwnUnit(key, value, unit) ?? { no: 'feet' }
}

/**
 * The age, as of a day, of a patient whose birth is in a text.
 * @param unit one of the units of births
 */
export function readAge(text: string, unit: string, countedTo: string | undefined): number | NoAge {
  if (unit === yearOfBirth) return readAgeInYear(text, countedTo)
  const order = unit === dayFirstBirth ? 'dayFirst' : unit === monthFirstBirth ? 'monthFirst' : null
  const days = daysIn(text, countedTo)
  const born = days.flatMap((day) => readTypedDate(day, null, order) ?? [])
  if (born.length > 0) {
    if (countedTo === undefined) return { no: 'date' }
    return born.flatMap((day) => ageOn(countedTo, day) ?? [])[0] ?? { no: 'earlier_birth' }
  }
  const hasOrder = days.some((day) => isDate(day, 'dayFirst') || isDate(day, 'monthFirst'))
  return { no: order === null && hasOrder ? 'order' : 'date' }
}

/** 2 mars 1967, 2. März 1967, 1er janvier 67, 2 de marzo de 1967. */
const inWords = /^(\d{1,2})(?:[.º°]|er)? ?(?:de )?([\p{L}\p{M}]{3,20})\.? ?(?:de )?(\d{2}|\d{4})$/u
const shortYear = /^(\d{1,2}[/. -]\d{1,2}[/. -]|.{0,30}\p{L}[^\p{L}\d]{0,3})(\d\d)$/u

/** A day as spreadsheet programs count it, if its number lost the format of a date. */
const countedDay = /^[1-4]\d{4}$/

/**
 * The day in a text without the time after it, with the name of its month in English and without hyphens around it. For a year of two
 * digits: in this century, and in the one before.
 */
export function daysIn(text: string, countedTo = '2000'): string[] {
  if (countedDay.test(text)) return [new Date(Date.UTC(1899, 11, 30 + Number(text))).toISOString().slice(0, 10)]
  const plain = text.replace(/[ T]\d{1,2}:\d{2}.{0,20}$/, '').replaceAll(/-(?=\p{L})|(?<=\p{L})-/gu, ' ')
  const [, figures, name = '', year] = inWords.exec(plain) ?? []
  const month = figures === undefined ? undefined : findMonth(name)
  const day = month === undefined ? plain : `${figures} ${month} ${year}`
  const [, rest, decade] = shortYear.exec(day) ?? []
  if (rest === undefined) return [day]
  const century = Number(countedTo.slice(0, 2))
  return [century, century - 1].map((each) => `${rest}${each}${decade}`)
}

const isDate = (day: string, order: 'dayFirst' | 'monthFirst') => readTypedDate(day, null, order) !== null

/** The age that a patient reaches in the year of the given day. */
function readAgeInYear(text: string, countedTo: string | undefined): number | NoAge {
  if (!/^(?:19|20)\d\d$/.test(text) || countedTo === undefined) return { no: 'year' }
  const age = Number(countedTo.slice(0, 4)) - Number(text)
  return age < 0 ? { no: 'earlier_birth' } : age
}
