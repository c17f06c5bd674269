import { patientBounds } from '@health-console/contract/patient-checks.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { PatientValue } from './read-value.ts'

/** Why a value that can be stored looks wrong; undefined when it does not. */
export function findWarning(key: PatientColumnKey, value: PatientValue): string | undefined {
  if (key === 'subjectId') return value === null ? 'Missing' : undefined
  if (typeof value !== 'number') return undefined
  switch (key) {
    case 'age':
      return Number.isInteger(value) ? findOutside(key, value) : 'Not a whole number'
    case 'height':
    case 'weight':
    case 'systolicBloodPressure':
    case 'diastolicBloodPressure':
    case 'bmi':
      return findOutside(key, value)
    default:
      return undefined
  }
}

function findOutside(key: keyof typeof patientBounds, value: number): string | undefined {
  const { min, max, unit } = patientBounds[key]
  if (value < min) {
    const inMetres = unit === 'cm' && value >= min / 100 && value <= max / 100
    return `Below ${min} ${unit}${inMetres ? '. The column is in cm, not m' : ''}`
  }
  if (value > max) return `Above ${max} ${unit}${key !== 'age' && value / 10 <= max ? '. Is a point missing?' : ''}`
  return undefined
}
