import { isVisible, withoutInvisible } from '@health-console/contract/text.ts'
import { maxFindingLength, maxIdLength } from '@health-console/contract/patient-checks.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Cell } from '../../spreadsheet/cells.ts'
import { cellText } from './cell-text.ts'

export type PatientValue = string | number | null

/** Why a cell cannot be imported. */
export class Fault {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const missingId = new Fault('Missing. Every row needs one')
const tooLongText = new Fault(`Longer than ${maxFindingLength} characters`)
const tooLongId = new Fault(`Longer than ${maxIdLength} characters`)
const unstorable = new Fault('Holds characters that cannot be shown')
const noFormulaValue = new Fault(
  'A formula without its result. Open the file in a spreadsheet program and save it again',
)
const errorCell = new Fault('An error of the spreadsheet, not a value')
const notNumber = new Fault('Not a number')
const wrongSex = new Fault('Must be Female or Male')

/**
 * More accents on one letter than any language has (Unicode's stream-safe text has 30). Putting them in order takes time
 * that grows with the square of their number.
 */
const stackedMarks = /\p{M}{31}/u

/**
 * The value of one cell of a column, without characters that are not seen. A cell with only spaces or a dash is empty.
 */
export function readValue(key: PatientColumnKey, cell: Cell | undefined): PatientValue | Fault {
  if (cell?.type === 'error') return errorCell
  if (cell?.type === 'formula') return noFormulaValue
  const text = cell === undefined ? '' : withoutInvisible(cellText(cell)).trim()
  const isEmpty = text === '' || text === '-'
  const isNoId = isEmpty || !isVisible(text)
  switch (key) {
    case 'memberId':
      return isNoId || !cell ? missingId : readId(cell, text)
    case 'subjectId':
      return isNoId || !cell ? null : readId(cell, text)
    case 'sex':
      return isEmpty ? null : readSex(text)
    case 'age':
    case 'height':
    case 'weight':
    case 'systolicBloodPressure':
    case 'diastolicBloodPressure':
    case 'bmi':
      return isEmpty || !cell ? null : readNumber(cell, text)
    default:
      return isEmpty ? null : readText(text)
  }
}

/** Whether characters that are not seen were removed from a cell to get its value. */
export function isCleaned(cell: Cell, value: PatientValue): boolean {
  const isFormatted = cell.type === 'number' && typeof value === 'string'
  const text = isFormatted ? `${cell.style.before}0${cell.style.after}` : cellText(cell)
  return withoutInvisible(text) !== text
}

/**
 * An id as it is written, with the leading zeros and the texts of its number format: 41 as `"MRN-"00000` is MRN-00041. A whole number that a program wrote as 12.0 or
 * 1.2E1 is the id 12.
 */
function readId(cell: Cell, text: string): string | Fault {
  const isInteger = cell.type === 'number' && Number.isSafeInteger(cell.value)
  const id = compose(isInteger ? withoutInvisible(shownInteger(cell)) : text, maxIdLength, tooLongId)
  if (id instanceof Fault) return id
  return /[\p{Cc}\u2028\u2029]/u.test(id) ? unstorable : id
}

/** The text with each accent and its letter as one character, or why it is not taken. */
function compose(text: string, maxLength: number, tooLong: Fault): string | Fault {
  // At least a quarter of the length is left.
  if (text.length > 4 * maxLength) return tooLong
  if (stackedMarks.test(text)) return unstorable
  const composed = text.normalize('NFC')
  return composed.length > maxLength ? tooLong : composed
}

function shownInteger({ value, style }: Extract<Cell, { type: 'number' }>): string {
  const { minDigits, before, after } = style
  const sign = value < 0 ? '-' : ''
  // a format may require more digits than any number has
  const digits = String(Math.abs(value)).padStart(Math.min(minDigits, maxIdLength), '0')
  return `${before}${sign}${digits}${after}`
}

function readSex(text: string): 'Female' | 'Male' | Fault {
  switch (text.toLowerCase()) {
    case 'f':
    case 'female':
      return 'Female'
    case 'm':
    case 'male':
      return 'Male'
    default:
      return wrongSex
  }
}

function readNumber(cell: Cell, text: string): number | Fault {
  if (cell.type === 'number') return cell.value
  const isWritten = cell.type === 'text' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)
  return isWritten ? Number(text) : notNumber
}

function readText(text: string): string | Fault {
  const composed = compose(text, maxFindingLength, tooLongText)
  if (composed instanceof Fault) return composed
  return /[^\P{Cc}\t\r\n]/u.test(composed) ? unstorable : composed
}
