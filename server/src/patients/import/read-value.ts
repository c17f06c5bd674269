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

type Bounds = { min: number; max: number; unit: string; whole?: boolean }

const maxIdLength = 100
const maxTextLength = 500

/**
 * A value outside these limits is a mistake in the file, not an unusual patient: they range from a premature infant to
 * the largest values on record.
 */
const bounds = {
  age: { min: 0, max: 130, unit: 'years', whole: true },
  height: { min: 30, max: 280, unit: 'cm' },
  weight: { min: 0.3, max: 700, unit: 'kg' },
  systolicBloodPressure: { min: 30, max: 300, unit: 'mmHg' },
  diastolicBloodPressure: { min: 10, max: 250, unit: 'mmHg' },
  bmi: { min: 5, max: 250, unit: 'kg/m²' },
} satisfies Partial<Record<PatientColumnKey, Bounds>>

const missingId = new Fault('Missing. Every row needs one')
const tooLongText = new Fault(`Longer than ${maxTextLength} characters`)
const tooLongId = new Fault(`Longer than ${maxIdLength} characters`)
const unstorable = new Fault('Holds characters that cannot be shown')
const noFormulaValue = new Fault(
  'A formula without its result. Open the file in a spreadsheet program and save it again',
)
const errorCell = new Fault('An error of the spreadsheet, not a value')
const wrongSex = new Fault('Must be Female or Male')

/** The value of one cell of a column. A cell with only spaces or a dash is empty. */
export function readValue(key: PatientColumnKey, cell: Cell | undefined): PatientValue | Fault {
  if (cell?.type === 'error') return errorCell
  if (cell?.type === 'formula') return noFormulaValue
  const text = cell === undefined ? '' : cellText(cell).trim()
  const isEmpty = text === '' || text === '-'
  switch (key) {
    case 'memberId':
    case 'subjectId':
      return isEmpty || !cell ? missingId : readId(cell, text)
    case 'sex':
      return isEmpty ? null : readSex(text)
    case 'age':
    case 'height':
    case 'weight':
    case 'systolicBloodPressure':
    case 'diastolicBloodPressure':
    case 'bmi':
      return isEmpty || !cell ? null : readNumber(cell, text, bounds[key])
    default:
      return isEmpty ? null : readText(text)
  }
}

/** An id as it is written. A whole number that a program wrote as 12.0 or 1.2E1 is the id 12. */
function readId(cell: Cell, text: string): string | Fault {
  const id = cell.type === 'number' && Number.isSafeInteger(cell.value) ? String(cell.value) : text.normalize('NFC')
  if (id.length > maxIdLength) return tooLongId
  return /\p{Cc}/u.test(id) ? unstorable : id
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

function readNumber(cell: Cell, text: string, { min, max, unit, whole }: Bounds): number | Fault {
  const value = cell.type === 'number' ? cell.value : writtenNumber(cell, text)
  if (value === undefined) return new Fault(whole ? 'Not a whole number' : 'Not a number')
  if (whole && !Number.isInteger(value)) return new Fault('Not a whole number')
  if (value < min) {
    const inMetres = unit === 'cm' && value >= min / 100 && value <= max / 100
    return new Fault(`Below ${min} ${unit}${inMetres ? '. The column is in cm, not m' : ''}`)
  }
  if (value > max) return new Fault(`Above ${max} ${unit}${!whole && value / 10 <= max ? '. Is a point missing?' : ''}`)
  return value
}

/** A number that the file holds as text. */
function writtenNumber(cell: Cell, text: string): number | undefined {
  return cell.type === 'text' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined
}

function readText(text: string): string | Fault {
  const normal = text.normalize('NFC')
  if (normal.length > maxTextLength) return tooLongText
  return /[^\P{Cc}\t\r\n]/u.test(normal) ? unstorable : normal
}
