import { formatCount } from '../../../../lib/numbers.ts'
import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'

/** The short name of a column of the table: "Systolic BP". */
export const labelOf = (key: PatientColumnKey): string => columnOf(key).label

export function columnOf(key: PatientColumnKey) {
  return patientColumns.find((column) => column.key === key) ?? patientColumns[0]
}

/** Joins names: "Sex, Age and 4 more". */
export function namesOf(names: readonly string[], shown: number): string {
  const named = names.length > shown + 1 ? names.slice(0, shown) : names
  const rest = names.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The unit of a column as it follows a number; empty for text. */
export function unitOf(key: PatientColumnKey): string {
  return key === 'age' ? 'years' : columnOf(key).unit
}

/** A count with its noun: "1 value", "1,204 values". */
export const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
