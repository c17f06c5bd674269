import type { CellReading } from './answers.ts'
import { findUnit, meansUnit } from './unit-spellings.ts'
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
/** The sign of >89, or that of 90+. */
const limitSign = /^(?:[<>≤≥]=?)\s*|(?<=^\d+) ?\+$/
/** 5'11", 5 ft 11 in, 5-11, 5ft11: the feet, and the text with the inches. */
const feet =
  /^(\d)(?: ?(?:'|’|′|`|´|‘|ft\.?|feet|foot|f)|(?=[- ]\d))[-, ]{0,2}(?:(\d{1,2}(?:\.\d{1,3})?) ?(?:"|”|“|″|''|’’|′′|in\.?|inch|inches)?)?$/i
/** Ages of children in years and months: 8;9, 4 8/12, 8/12. */
const yearsAndMonths = /^(\d{1,2}(?=;)|\d{1,2}(?= \d+\/12$)|(?=\d+\/12$))[; ]?(\d{1,2})(?:\/12)?$/
/** 10 st 4 lb, 7 lbs 8 oz, 59y 3m, 1m75. */
const inTwoUnits = /^(\d{1,3}) ?([^\d\s.,;'’/-]{1,12})[-., ]{0,2}(\d{1,3}(?:\.\d{1,3})?) ?([^\d\s.,;'’/-]{0,12})\.?$/
/** The two units of a measure, and how many of the second make one of the first. */
const twoUnits: readonly (readonly [string, number, string])[] = [
  ['st', 14, 'lb'],
  ['lb', 16, 'oz'],
  ['years', 12, 'months'],
  ['weeks', 7, 'days'],
  ['m', 100, 'cm'],
  ['kg', 1000, 'g'],
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
  const inParts = findInParts(text)
  if (inParts) return inParts

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

/** A measure in two parts, in the unit of the second. */
function findInParts(text: string): NumberInText | undefined {
  const inFeet = inParts(feet.exec(text), 12, 'in') ?? inParts(yearsAndMonths.exec(text), 12, 'months')
  const parts = inTwoUnits.exec(text)
  const [, , first = '', , second = ''] = parts ?? []
  if (inFeet || !parts) return inFeet
  const units = twoUnits.find(([big, , small]) => meansUnit(first, big) && (second === '' || meansUnit(second, small)))
  return units && inParts([parts[0], parts[1], parts[3]], units[1], units[2])
}

function inParts(parts: readonly (string | undefined)[] | null, inOne: number, unit: string): NumberInText | undefined {
  const [, whole, rest = '0'] = parts ?? []
  if (whole === undefined || Number(rest) >= inOne) return undefined
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
