import { formatMeasure } from '@health-console/contract/patient-checks.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'

/** A value of a column, with every digit in its title if it was rounded. */
export function showMeasure(key: PatientColumnKey, value: string | number | null) {
  const text = formatMeasure(key, value)
  if (typeof value !== 'number' || Number(text) === value) return text
  return <span title={String(value)}>{text}</span>
}
