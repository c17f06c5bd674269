import type { PatientColumnKey } from '@health-console/contract/patients.ts'

/** A value with at most two decimals, BMI with exactly two. Files keep every digit. */
export function formatMeasure(key: PatientColumnKey, value: string | number | null): string | null {
  if (value === null || typeof value === 'string') return value
  return key === 'bmi' ? value.toFixed(2) : String(Number(value.toFixed(2)))
}

/** Shows such a value, with every digit in its title if it was rounded. */
export function showMeasure(key: PatientColumnKey, value: string | number | null) {
  const text = formatMeasure(key, value)
  if (typeof value !== 'number' || Number(text) === value) return text
  return <span title={String(value)}>{text}</span>
}
