import type { PatientValue } from '../reading/read-value.ts'

/** Half a unit of the twelfth significant digit. */
const tolerance = 5e-12

/**
 * Whether two values are the same to 12 significant digits: programs that save a spreadsheet round the digits after the
 * fifteenth.
 */
export function isSameValue(a: PatientValue, b: PatientValue): boolean {
  if (a === b) return true
  if (typeof a !== 'number' || typeof b !== 'number') return false
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
}
