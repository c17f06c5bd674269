import type { Cell } from './cells.ts'
import { normalizeIso, serialToIso } from './dates.ts'
import { SpreadsheetError } from './errors.ts'
import { decodeEscapes, ownText } from './own-text.ts'
import { type CellStyle, plainStyle } from './styles.ts'

/** The data of the workbook that cells refer to. */
export type CellContext = {
  sharedStrings: readonly string[]
  /** By style index. */
  styles: readonly CellStyle[]
  date1904: boolean
}

/** A cell as it is in the XML; `value` and `inline` are undefined if the element is missing. */
export type RawCell = {
  type: string | undefined
  style: string | undefined
  value: string | undefined
  inline: string | undefined
  hasFormula: boolean
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The typed cell; undefined if it is empty. `where` identifies it in an error. */
export function toCell(raw: RawCell, context: CellContext, where: () => string): Cell | undefined {
  switch (raw.type) {
    case undefined:
    case 'n':
      return raw.inline === undefined ? numberCell(raw, context, where) : textCell(raw.inline)
    case 's':
      return sharedCell(raw, context, where)
    case 'inlineStr':
      return textCell(raw.inline ?? raw.value)
    case 'str':
      if (raw.value === undefined && raw.hasFormula) return { type: 'formula' }
      return textCell(raw.value)
    case 'b':
      return valueOr(raw, (value) => booleanCell(value, where))
    case 'e':
      return valueOr(raw, (value) => ({ type: 'error', code: ownText(value) }))
    case 'd':
      return valueOr(raw, (value) => isoCell(value, where))
    default:
      throw badValue(where(), 'has an unknown type')
  }
}

function numberCell(raw: RawCell, context: CellContext, where: () => string): Cell | undefined {
  const text = raw.value?.trim() ?? ''
  if (text === '') return raw.hasFormula ? { type: 'formula' } : undefined
  const value = Number(text)
  if (!Number.isFinite(value) || !numberPattern.test(text)) throw badValue(where(), 'doesn’t contain a number')
  const style = raw.style === undefined ? undefined : context.styles[Number(raw.style)]
  if (style?.isDate) {
    const iso = serialToIso(value, context.date1904)
    if (iso !== undefined) return { type: 'date', iso, text: ownText(text) }
  }
  return { type: 'number', value, text: ownText(text), style: style ?? plainStyle }
}

function sharedCell(raw: RawCell, context: CellContext, where: () => string): Cell | undefined {
  const index = raw.value?.trim() ?? ''
  if (index === '') return raw.hasFormula ? { type: 'formula' } : undefined
  const text = /^\d{1,10}$/.test(index) ? context.sharedStrings[Number(index)] : undefined
  if (text === undefined) {
    throw new SpreadsheetError(
      'bad_shared_string',
      `Cell ${where()} refers to a text that isn’t in the file. Open the file in Excel or LibreOffice, check the cell, save it again as .xlsx and try that file.`,
    )
  }
  return { type: 'text', text }
}

function valueOr(raw: RawCell, make: (value: string) => Cell): Cell | undefined {
  const value = raw.value?.trim() ?? ''
  if (value !== '') return make(value)
  return raw.hasFormula ? { type: 'formula' } : undefined
}

function textCell(text: string | undefined): Cell | undefined {
  return text === undefined ? undefined : { type: 'text', text: ownText(decodeEscapes(text)) }
}

function booleanCell(value: string, where: () => string): Cell {
  if (value === '1' || value === 'true') return { type: 'boolean', value: true }
  if (value === '0' || value === 'false') return { type: 'boolean', value: false }
  throw badValue(where(), 'doesn’t contain true or false')
}

function isoCell(value: string, where: () => string): Cell {
  const iso = normalizeIso(value)
  if (iso === undefined) throw badValue(where(), 'doesn’t contain a date')
  return { type: 'date', iso, text: ownText(value) }
}

function badValue(where: string, reason: string): SpreadsheetError {
  return new SpreadsheetError(
    'bad_value',
    `Cell ${where} ${reason} although the file says so. Correct the cell and try again.`,
  )
}
