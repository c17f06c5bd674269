import type { MergedRange } from './cells.ts'
import { SpreadsheetError } from './errors.ts'

const lastRow = 1_048_576

/** Formats a column index: "C" for 2. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  }
  return letters
}

/** The column index of a cell reference such as "C12", which must be in row `rowNumber`. */
export function columnOf(reference: string, rowNumber: number): number {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  if (at === 0 || at > 3 || digitsFrom(reference, at) !== rowNumber) {
    throw badReference(`"${reference.slice(0, 20)}" can’t be a cell of row ${rowNumber}`)
  }
  return column - 1
}

/** A range such as "A3:B7"; undefined for anything else. */
export function rangeOf(reference: string): MergedRange | undefined {
  const [, from = '', first = '', to = '', last = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? []
  if (from === '') return undefined
  const [firstRow, lastRow] = [Number(first), Number(last)]
  return { firstRow, lastRow, firstColumn: columnOf(from + first, firstRow), lastColumn: columnOf(to + last, lastRow) }
}

/** The row number in a row's attributes, otherwise the one after `previous`. */
export function rowNumberOf(written: string | undefined, previous: number): number {
  const rowNumber = written === undefined ? previous + 1 : digitsFrom(written, 0)
  if (rowNumber > previous && rowNumber <= lastRow) return rowNumber
  throw badReference(
    rowNumber >= 1 && rowNumber <= previous
      ? `row ${rowNumber} comes after row ${previous}`
      : `there is no row "${(written ?? String(rowNumber)).slice(0, 20)}"`,
  )
}

export function badReference(what: string): SpreadsheetError {
  return new SpreadsheetError(
    'bad_reference',
    `The rows or cells of the worksheet are out of order: ${what}. Open the file in Excel or LibreOffice, save it again as .xlsx and try that file.`,
  )
}

/** NaN if the rest of the text is not a plain whole number. */
function digitsFrom(text: string, start: number): number {
  if (start >= text.length || text.length - start > 7) return Number.NaN
  let value = 0
  for (let at = start; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
