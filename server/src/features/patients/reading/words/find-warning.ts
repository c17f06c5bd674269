import { patientBounds } from '@health-console/contract/patients/checks.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { PatientValue } from './read-value.ts'

/** Why a value that can be stored looks wrong; undefined if it does not. */
export function findWarning(key: PatientColumnKey, value: PatientValue): string | undefined {
  if (key === 'subjectId') return value === null ? 'Missing' : undefined
  const bounds = patientBounds[key]
  if (typeof value !== 'number' || !bounds) return undefined
  if (key === 'age' && !Number.isInteger(value)) return 'Not a whole number'
  const { min, max, unit } = bounds
  if (value < min) {
    const inMetres = unit === 'cm' && value >= min / 100 && value <= max / 100
    return `Below ${min} ${unit}${inMetres ? '. The column is in cm, not m' : ''}`
  }
  if (value > max)
    return `Above ${max} ${unit}${key !== 'age' && value / 10 <= max ? '. Is a decimal point missing?' : ''}`
  return undefined
}
