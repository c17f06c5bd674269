import { formatMeasure } from '@health-console/contract/patients/checks.ts'
import { unitsOf } from '@health-console/contract/patients/units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'

/**
 * A value of a column, with every digit in its title if it was rounded. A number is always an element of its own: React
 * could not replace a text that the browser has translated.
 */
export function showMeasure(key: PatientColumnKey, value: string | number | null) {
  const text = formatMeasure(key, value)
  if (typeof value !== 'number') return text
  return <span {...(Number(text) !== value && { title: String(value) })}>{text}</span>
}

const number = /^(-?\d+\.\d+)( .+)?$/

/**
 * A text of a file in a measured column, as `showMeasure` shows it. Anything but a plain number, with or without the
 * unit that we add, is shown unchanged.
 */
export function showWritten(key: PatientColumnKey, text: string) {
  const [, value, unit = ''] = number.exec(text) ?? []
  if (unitsOf(key).length === 0 || value === undefined) return text
  const rounded = formatMeasure(key, Number(value))
  return Number(rounded) === Number(value) ? text : <span title={text}>{`${rounded}${unit}`}</span>
}
