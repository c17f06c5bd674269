import type { CellReading } from './answers.ts'
import { findUnit } from './unit-spellings.ts'
import { toAsciiDigits } from '../values/typed-text.ts'

/** A number in a text, and the reading that is needed to find it. */
type NumberInText = {
  value: number
  unit: string | undefined
  needs: readonly CellReading[]
  /** The value if the comma of 3,450 is a decimal separator; undefined if its meaning is certain. */
  asDecimal?: number
}

/** Longer texts are not numbers, and interpreting them might take long. */
const longestNumber = 40
const plain = /^[+-]?\d{1,15}(?:\.\d{1,30})?$/
const limitSign = /^(?:[<>≤≥]=?)\s*/
/** 5'11", 5 ft 11 in, 5-11, 5ft11: the feet, and the text with the inches. */
const feet =
  /^(\d)(?: ?(?:'|’|′|`|´|‘|ft\.?|feet|foot|f)|(?=[- ]\d))[-, ]{0,2}(?:(\d{1,2}(?:\.\d{1,3})?) ?(?:"|”|“|″|''|’’|′′|in\.?|inch|inches)?)?$/i
const stones = /^(\d{1,3}) ?(?:stones?|st\.?)[-, ]{0,2}(?:(\d{1,2}(?:\.\d{1,3})?) ?(?:lbs?\.?|pounds?)?)?$/i
const yearsAndMonths = /^(\d{1,3}) ?(?:y|yrs?|years?)[-., ]{0,2}(\d{1,2}) ?(?:m|mo|mos|mths?|months?)$/i
const poundsAndOunces = /^(\d{1,3}) ?(?:lbs?\.?|pounds?)[-, ]{0,2}(\d{1,2}(?:\.\d{1,3})?) ?(?:oz\.?|ounces?)$/i
/** Measures in two parts, how many of the second make one of the first, and the unit of the second. */
const inTwoParts: readonly (readonly [RegExp, number, string])[] = [
  [feet, 12, 'in'],
  [stones, 14, 'lb'],
  [poundsAndOunces, 16, 'oz'],
  [yearsAndMonths, 12, 'months'],
]
/** The same value in another unit, as in 5' 9" (1.75 m). */
const again = /(?<=\D) ?\(\d[\d.,]{0,6} ?(?:m|cm|kg)\)$/i
/** Matches 3,450 and 1,234,567.5; 3 450; 1.234.567. */
const grouped =
  /^[+-]?\d{1,3}(?:(?:,\d{3}){1,4}(?:\.\d{1,15})?|(?:[ '’]\d{3}){1,4}(?:[.,]\d{1,15})?|(?:\.\d{3}){2,4}(?:,\d{1,15})?)$/

/** @returns undefined if the text is not a number in any reading */
export function findNumber(written: string): NumberInText | undefined {
  if (plain.test(written)) return { value: Number(written), unit: undefined, needs: [] }
  if (written.length > longestNumber) return undefined
  const text = inPlainDigits(written).replace(again, '')
  for (const [form, inOne, unit] of inTwoParts) {
    const parts = form.exec(text)
    if (parts && Number(parts[2] ?? 0) < inOne) return inParts(parts, inOne, unit)
  }

  const needs: CellReading[] = []
  let rest = text
  if (limitSign.test(rest)) {
    needs.push('limit')
    rest = rest.replace(limitSign, '')
  }
  const [, digits = rest, unitText = ''] = /^([+-]?\d(?:[\d.,]|[ '’](?=\d))*)\s*([^\d\s.,'’].{0,20})$/s.exec(rest) ?? []
  const unit = unitText === '' ? undefined : findUnit(unitText)
  if (unitText !== '') {
    if (unit === undefined) return undefined
    needs.push('unit_in_cell')
  }
  const asDecimal = /^[+-]?\d{1,15},\d{1,15}$/.test(digits) ? Number(digits.replace(',', '.')) : undefined
  if (grouped.test(digits)) {
    const value = ungroup(digits)
    return { value, unit, needs: [...needs, 'thousands'], ...(asDecimal !== undefined && { asDecimal }) }
  }
  if (asDecimal !== undefined) return { value: asDecimal, unit, needs: [...needs, 'decimal_comma'] }
  return plain.test(digits) ? { value: Number(digits), unit, needs } : undefined
}

function inParts([, whole, rest = '0']: RegExpExecArray, inOne: number, unit: string): NumberInText {
  return { value: Number(whole) * inOne + Number(rest), unit, needs: ['unit_in_cell'] }
}

/** For 1,234.5 and 1.234,5: the last sign separates the decimals, unless it occurs again. */
function ungroup(digits: string): number {
  const last = /[.,](?=\d+$)/.exec(digits)?.[0] ?? ''
  const isDecimal = last !== '' && digits.split(last).length === 2 && /[,. '’]\d{3}[.,]/.test(digits)
  const [whole = '', decimals = ''] = isDecimal ? digits.split(last) : [digits]
  return Number(`${whole.replaceAll(/[^\d+-]/g, '')}${isDecimal ? `.${decimals}` : ''}`)
}

const noDigit = /[^\x20-\x7e]/

/** Converts digits of any script, and full-width signs, to ASCII. The mark of a footnote, as in 72¹, is not a digit. */
function inPlainDigits(text: string): string {
  if (!noDigit.test(text) || /\p{No}/u.test(text)) return text
  const signs = text
    .normalize('NFKC')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[−–—‐‑]/g, '-')
  return toAsciiDigits(signs)
}

/** The two numbers of a cell such as 120/80, RR 120/80 and 161-89. */
export function splitPair(written: string): [string, string] | undefined {
  if (written.length > longestNumber) return undefined
  const [, first, sign, second] =
    /^(?:[a-z]{1,4}[.:]? ?)?(\d{1,3}(?:\.\d{1,3})?) ?([/\\|-]|over) ?(\d{1,3}(?:\.\d{1,3})?) ?(?:mm ?hg)?$/i.exec(
      inPlainDigits(written).trim(),
    ) ?? []
  if (first === undefined || second === undefined) return undefined
  // Other pairs of numbers with a hyphen between them are ranges, IDs and heights.
  const isPressure = Number(first) >= 50 && Number(first) > Number(second) && Number(second) >= 20
  return sign === '-' && !isPressure ? undefined : [first, second]
}
