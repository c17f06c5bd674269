import type { CellReading } from '@health-console/contract/patient-answers.ts'
import { findUnit } from './units.ts'

/** A number in a text, and how the text has to be read to find it. */
export type NumberInText = { value: number; unit: string | undefined; needs: readonly CellReading[] }

/** Longer texts are no number, and might take long to be read as one. */
const longestNumber = 40
const plain = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/
const limitSign = /^(?:[<>≤≥]=?)\s*/
const feet = /^(\d)\s*(?:'|’|′|ft\.?|feet|foot)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|”|″|''|in\.?|inch|inches)?)?$/i

/** @returns undefined when the text is not a number in any reading */
export function findNumber(text: string): NumberInText | undefined {
  if (plain.test(text)) return { value: Number(text), unit: undefined, needs: [] }
  if (text.length > longestNumber) return undefined
  const tall = feet.exec(text)
  if (tall) return { value: Number(tall[1]) * 12 + Number(tall[2] ?? 0), unit: 'in', needs: ['unit_in_cell'] }

  const needs: CellReading[] = []
  let rest = text
  if (limitSign.test(rest)) {
    needs.push('limit')
    rest = rest.replace(limitSign, '')
  }
  const [, digits = rest, unitText = ''] = /^([+-]?\d[\d.,]*)\s*([^\d\s.,].{0,20})$/s.exec(rest) ?? []
  const unit = unitText === '' ? undefined : findUnit(unitText)
  if (unitText !== '') {
    if (unit === undefined) return undefined
    needs.push('unit_in_cell')
  }
  const isComma = /^[+-]?\d{1,15},\d{1,15}$/.test(digits)
  if (isComma) needs.push('decimal_comma')
  const number = isComma ? digits.replace(',', '.') : digits
  return plain.test(number) ? { value: Number(number), unit, needs } : undefined
}

/** The two numbers of a cell such as 120/80. */
export function splitPair(text: string): [string, string] | undefined {
  if (text.length > longestNumber) return undefined
  const [, first, second] =
    /^\s*(\d{1,3}(?:\.\d+)?)\s*[/\\|]\s*(\d{1,3}(?:\.\d+)?)\s*(?:mm\s*hg\s*)?$/i.exec(text) ?? []
  return first === undefined || second === undefined ? undefined : [first, second]
}
