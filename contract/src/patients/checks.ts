import type { PatientColumnKey } from './patients.ts'

type Bounds = { min: number; max: number; unit: string }

/**
 * A value outside these limits is probably a mistake in the file. They range from a premature infant to the largest
 * values known.
 */
export const patientBounds: Partial<Record<PatientColumnKey, Bounds>> = {
  age: { min: 0, max: 130, unit: 'years' },
  height: { min: 30, max: 280, unit: 'cm' },
  weight: { min: 0.3, max: 700, unit: 'kg' },
  systolicBloodPressure: { min: 30, max: 300, unit: 'mmHg' },
  diastolicBloodPressure: { min: 10, max: 250, unit: 'mmHg' },
  bmi: { min: 5, max: 250, unit: 'kg/m²' },
}

/** A value with at most two decimals, a weight from 10 kg with one, and BMI with exactly two. Files keep every digit. */
export function formatMeasure(key: PatientColumnKey, value: string | number | null): string | null {
  if (value === null || typeof value === 'string') return value
  if (key === 'bmi') return value.toFixed(2)
  return String(Number(value.toFixed(key === 'weight' && value >= 10 ? 1 : 2)))
}

export const maxIdLength = 100
export const maxFindingLength = 500
