import type { Readable } from 'node:stream'
import type { MergedRange } from './cells.ts'
import { columnLetters } from './references.ts'
import { type SheetRules, rulesXml } from './sheet-rules.ts'
import { type CellLook, textFormat, WrittenStyles } from './written-styles.ts'
import { declaration, escapeText, main, zipWorkbook } from './zip-workbook.ts'

/**
 * A cell to write. A text becomes a text cell with the text format, whatever it looks like, and never a formula. A
 * number is written with its own digits if it has a format.
 */
export type WrittenCell = string | number | null | undefined | StyledCell
export type StyledCell = { look?: CellLook } & (
  | { text: string }
  | { digits: string; format?: string | undefined }
  | { ticked: boolean }
  | { error: string }
)

/** Rows keep their numbers; the rows between them are empty. */
export type WrittenRow = { rowNumber: number; cells: readonly WrittenCell[] }
export type WrittenBatch = { rows: readonly WrittenRow[]; merged?: readonly MergedRange[] }

/** A sheet, whose rows are read no faster than they are sent. */
export type WrittenSheet = {
  name: string
  /** What someone types below the last row of a text column stays text, too. */
  columns: readonly { type: 'text' | 'number'; width?: number }[]
  /** Whether the first row stays visible. */
  isFrozen?: boolean
  batches: AsyncIterable<WrittenBatch> | readonly WrittenBatch[]
  rules?: SheetRules
}

const usualWidth = 18
/** No spreadsheet program reads more characters in a cell. */
const longestText = 32_767
const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** Writes an .xlsx file, no faster than it is read: one sheet after the other. */
export function writeWorkbook(sheets: readonly WrittenSheet[]): Readable {
  const styles = new WrittenStyles()
  return zipWorkbook(
    sheets.map((sheet) => ({ name: sheet.name, xml: sheetXml(sheet, styles) })),
    styles,
  )
}

async function* sheetXml({ columns, isFrozen, batches, rules }: WrittenSheet, styles: WrittenStyles) {
  const textStyle = styles.indexOf(textFormat)
  const cols = columns.map(({ type, width = usualWidth }, index) => {
    const style = type === 'text' ? ` style="${textStyle}"` : ''
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`
  })
  yield `${declaration}<worksheet xmlns="${main}">${isFrozen ? frozen : ''}<cols>${cols.join('')}</cols><sheetData>`
  const letters: string[] = []
  const merged: MergedRange[] = []
  for await (const batch of batches) {
    merged.push(...(batch.merged ?? []))
    yield batch.rows.map((row) => rowXml(row, letters, styles, textStyle)).join('')
  }
  const ranges = merged.map((range) => `<mergeCell ref="${referenceOf(range)}"/>`)
  const merges = ranges.length === 0 ? '' : `<mergeCells count="${ranges.length}">${ranges.join('')}</mergeCells>`
  yield `</sheetData>${merges}${rules ? rulesXml(rules) : ''}</worksheet>`
}

function rowXml({ rowNumber, cells }: WrittenRow, letters: string[], styles: WrittenStyles, textStyle: number): string {
  let xml = ''
  for (const [index, cell] of cells.entries()) {
    if (cell === null || cell === undefined) continue
    const reference = `r="${(letters[index] ??= columnLetters(index))}${rowNumber}"`
    if (typeof cell === 'number') xml += `<c ${reference}><v>${cell}</v></c>`
    else if (typeof cell === 'string') xml += textXml(reference, cell, textStyle)
    else xml += styledXml(reference, cell, styles)
  }
  return `<row r="${rowNumber}">${xml}</row>`
}

function styledXml(reference: string, cell: StyledCell, styles: WrittenStyles): string {
  if ('text' in cell) return textXml(reference, cell.text, styles.indexOf(textFormat, cell.look))
  const style = styles.indexOf('digits' in cell ? cell.format : undefined, cell.look)
  if ('digits' in cell) return `<c ${reference} s="${style}"><v>${escapeText(cell.digits)}</v></c>`
  if ('ticked' in cell) return `<c ${reference} s="${style}" t="b"><v>${cell.ticked ? 1 : 0}</v></c>`
  return `<c ${reference} s="${style}" t="e"><v>${escapeText(cell.error)}</v></c>`
}

function textXml(reference: string, text: string, style: number): string {
  const written = text.length > longestText ? text.slice(0, longestText).toWellFormed() : text
  return `<c ${reference} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(written)}</t></is></c>`
}

const referenceOf = ({ firstRow, lastRow, firstColumn, lastColumn }: MergedRange) =>
  `${columnLetters(firstColumn)}${firstRow}:${columnLetters(lastColumn)}${lastRow}`
