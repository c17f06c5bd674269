import { isVisible, withoutInvisible } from '@health-console/contract/values/text.ts'
import { maxFindingLength, maxIdLength } from '@health-console/contract/patients/checks.ts'
import { isIdColumn, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { feetAndInches, isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import {
  type HowToMeasure,
  type NoAge,
  type NoMeasure,
  ownUnitOf,
  readAge,
  readMeasure,
  toOwnUnit,
} from '@health-console/contract/patients/measures.ts'
import { findUnit, findUnitOf } from '@health-console/contract/patients/unit-spellings.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { cellText, numberBehind } from './cell-text.ts'
import { isMissing, missingWord, sexOf } from './words.ts'

export type PatientValue = string | number | null

/** The answers about the values of a column. */
export type HowToRead = HowToMeasure & {
  /** For dates of birth: the day for which the age is calculated. */
  countedTo: string | undefined
  /** The meanings of values; null for "missing". */
  words: ReadonlyMap<string, string | null>
}

export const asWritten: HowToRead = {
  unit: null,
  countedTo: undefined,
  half: undefined,
  readings: new Set(),
  missing: new Set(),
  words: new Map(),
}

/** Whether an interpretation takes every number of a column as it is. */
export const takesNumbers = (key: PatientColumnKey, { unit, half, readings, missing, words }: HowToRead): boolean =>
  (unit === null || unit === ownUnitOf(key)) && half === undefined && readings.size + missing.size + words.size === 0

/** Why a cell cannot be imported. */
export class ReadError {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const missingId = new ReadError('Missing. Every row needs one')
const tooLongText = new ReadError(`Longer than ${maxFindingLength} characters`)
const tooLongId = new ReadError(`Longer than ${maxIdLength} characters`)
const dateAsId = new ReadError(
  'A date or a time, not an ID. Spreadsheet programs turn 3-5 into a date: format the column as text and enter it again',
)
const logicalAsId = new ReadError('TRUE or FALSE, not an ID. Format the column as text and enter the ID again')
const numberAsId = new ReadError(
  'Not a whole number of at most 15 digits. Spreadsheet programs change longer numbers: format the column as text and enter the ID again',
)
const unstorable = new ReadError('Contains characters that can’t be shown')
const noFormulaValue = new ReadError(
  'A formula without its result. Open the file in a spreadsheet program and save it again',
)
const errorCell = new ReadError('A spreadsheet error such as #DIV/0!, not a value')
const dateAsNumber = new ReadError('A date, not a number. Format the column as a number')
const noMeasure: Record<(NoMeasure | NoAge)['no'], ReadError> = {
  number: new ReadError('Not a number'),
  pair: new ReadError('Not two numbers such as 120/80'),
  feet: new ReadError('Not feet and inches such as 5 ft 4 in'),
  decimal_comma: new ReadError('Not a number. If the comma is a decimal separator, choose “Convert”'),
  thousands: new ReadError('Not a number, unless the separator is for thousands'),
  unit_in_cell: new ReadError('Not just a number: it has a unit'),
  limit: new ReadError('A limit, not a number'),
  date: new ReadError('Not a date. Enter it as a date, or as 1980-03-31'),
  year: new ReadError('Not a year of birth such as 1980'),
  order: new ReadError(
    'The order of day and month isn’t specified. Choose “born day/month/year” or “born month/day/year”',
  ),
  earlier_birth: new ReadError('Later than the date the age is calculated as of'),
}
const wrongSex = new ReadError('Must be Female or Male')

/**
 * This is more accents on one letter than any language has (Unicode's stream-safe text has 30). Sorting them takes time
 * that grows with the square of their number.
 */
const stackedMarks = /\p{M}{31}/u

type NumberCell = Extract<Cell, { type: 'number' }>

/** The text of a cell in the form in which values are compared. */
export const textOf = (cell: Cell) => withoutInvisible(cellText(cell)).trim()

/**
 * The value of one cell of a column, without invisible characters. Errors, values that mean "missing" and a cell with
 * only spaces are empty.
 */
export function readValue(
  key: PatientColumnKey,
  cell: Cell | undefined,
  how: HowToRead = asWritten,
): PatientValue | ReadError {
  const isId = isIdColumn(key)
  // This covers most cells of most files.
  if (cell?.type === 'number' && how === asWritten) {
    if (unitsOf(key).length > 0) return cell.value
    if (isId && isWholeId(cell.value) && isShownPlainly(cell)) return String(cell.value)
  }
  if (cell?.type === 'formula') return noFormulaValue
  if (cell?.type === 'error') return key === 'memberId' ? errorCell : null
  const text = cell === undefined ? '' : textOf(cell)
  const meaning = how.words.get(text)
  if (meaning !== undefined && !isId) return readMeaning(meaning)
  if (isId) {
    const isEmpty = text === '' || (cell?.type === 'text' && isMissing(text))
    if (cell && !isEmpty && isVisible(text)) return readId(cell, text)
    return key === 'memberId' ? missingId : null
  }
  if (!cell || text === '' || missingWord(cell, text) !== undefined) return null
  switch (key) {
    case 'sex':
      return sexOf(text) ?? wrongSex
    case 'age':
    case 'height':
    case 'weight':
    case 'systolicBloodPressure':
    case 'diastolicBloodPressure':
    case 'bmi':
      return readMeasured(key, cell, text, how)
    default:
      return readText(text)
  }
}

/** The unit in the number format of a cell, of whatever kind, if it is not the unit of its column. */
export function shownUnit(key: PatientColumnKey, cell: Cell, how: HowToRead): string | undefined {
  if (cell.type !== 'number' || (cell.style.after === '' && cell.style.before === '')) return undefined
  const shown = findUnit(cell.style.after) ?? findUnit(cell.style.before)
  return shown === (how.unit ?? ownUnitOf(key)) ? undefined : shown
}

/** Whether invisible characters were removed from a cell to get its value. */
export function isCleaned(cell: Cell, value: PatientValue): boolean {
  if (cell.type === 'number' && (typeof value === 'number' || isShownPlainly(cell))) return false
  const isFormatted = cell.type === 'number' && typeof value === 'string'
  const text = isFormatted ? `${cell.style.before}0${cell.style.after}` : cellText(cell)
  return withoutInvisible(text) !== text
}

/** Spreadsheet programs store 15 digits of a number and put zeros in place of the others. */
const isWholeId = (value: number) => Number.isInteger(value) && Math.abs(value) < 1e15

/**
 * An ID as it is shown: 41 is MRN-00041 if its number format adds that. Without a format, a whole number that a program
 * wrote as 12.0 or 1.2E1 is the ID 12. An ID that a spreadsheet program has converted cannot be recovered.
 */
function readId(cell: Cell, text: string): string | ReadError {
  if (cell.type === 'date') return dateAsId
  if (cell.type === 'boolean') return logicalAsId
  if (cell.type === 'number' && !isWholeId(cell.value)) return numberAsId
  const shown = cell.type === 'number' ? withoutInvisible(shownInteger(cell)) : text
  if (shown.length > maxIdLength) return tooLongId
  return stackedMarks.test(shown) || /[\p{Cc}\u2028\u2029]/u.test(shown) ? unstorable : shown
}

/** The form in which IDs are compared. They are stored as they were uploaded: "é" may be one character or two. */
export const idKeyOf = (id: string) => id.normalize('NFC')

/** The text with each accent and its letter as one character, or why it is rejected. */
function compose(text: string, maxLength: number, tooLong: ReadError): string | ReadError {
  // At least a quarter of the length is left.
  if (text.length > 4 * maxLength) return tooLong
  if (stackedMarks.test(text)) return unstorable
  const composed = text.normalize('NFC')
  return composed.length > maxLength ? tooLong : composed
}

const isShownPlainly = ({ style: { minDigits, before, after, between } }: NumberCell) =>
  minDigits <= 1 && before === '' && after === '' && between.length === 0

function shownInteger({ value, style }: NumberCell): string {
  // A format may require more digits than any number has.
  let digits = String(Math.abs(value)).padStart(Math.min(style.minDigits, maxIdLength), '0')
  for (const { text, digitsBehind } of style.between) {
    // The digits that are already placed are to the left.
    const at = Math.max(digits.length - digitsBehind, 0)
    digits = `${digits.slice(0, at)}${text}${digits.slice(at)}`
  }
  return `${literal(style.before)}${value < 0 ? '-' : ''}${digits}${literal(style.after)}`
}

/** Currency and percent signs describe the meaning of a number. They are not part of an ID. */
const literal = (text: string) => (/[\p{Sc}%]/u.test(text) ? '' : text)

function readMeasured(key: PatientColumnKey, written: Cell, text: string, how: HowToRead): number | null | ReadError {
  if (how.unit !== null && isBirth(how.unit)) {
    return orError(readAge(written.type === 'date' ? written.iso : text, how.unit, how.countedTo))
  }
  const cell = numberBehind(written) ?? written
  if (cell.type === 'text' || how.half !== undefined) return orError(readMeasure(key, text, how))
  if (cell.type === 'date') return dateAsNumber
  if (cell.type !== 'number') return how.unit === feetAndInches ? noMeasure.feet : noMeasure.number
  if (how.missing.has(cell.value)) return null
  const shown = how.readings.has('unit_in_cell') ? shownUnit(key, cell, how) : undefined
  const unit = shown === undefined ? how.unit : findUnitOf(key, shown)
  return unit === undefined ? noMeasure.number : (toOwnUnit(key, cell.value, unit) ?? noMeasure.feet)
}

function orError(found: number | null | NoMeasure | NoAge): number | null | ReadError {
  return found === null || typeof found === 'number' ? found : noMeasure[found.no]
}

/** The answer about the meaning of a value. */
function readMeaning(meaning: string | null): string | null | ReadError {
  const text = meaning === null ? '' : withoutInvisible(meaning).trim()
  return text === '' ? null : readText(text)
}

function readText(text: string): string | ReadError {
  const composed = compose(text, maxFindingLength, tooLongText)
  if (composed instanceof ReadError) return composed
  return /[^\P{Cc}\t\r\n]/u.test(composed) ? unstorable : composed
}
