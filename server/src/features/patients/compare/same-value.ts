import { idKeyOf, type PatientValue } from '../reading/words/read-value.ts'

/** Half a unit of the twelfth significant digit. */
const tolerance = 5e-12

/**
 * Whether two values are the same: numbers to 12 significant digits, because programs that save a spreadsheet round the
 * digits after the fifteenth; texts regardless of whether their accents are separate characters.
 */
export function isSameValue(a: PatientValue, b: PatientValue): boolean {
  if (a === b) return true
  if (typeof a === 'string' && typeof b === 'string') return idKeyOf(a) === idKeyOf(b)
  if (typeof a !== 'number' || typeof b !== 'number') return false
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
}
