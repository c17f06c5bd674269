import type { Readable } from 'node:stream'
import type { MergedRange } from './cells.ts'
import { columnLetters } from './references.ts'
import { declaration, main, markedStyle, textCellXml, textStyle, zipWorkbook } from './zip-workbook.ts'

/** A text cell, which may be marked by its colour. An empty one is undefined. */
export type TextCell = { text: string; isMarked: boolean } | undefined

/** Rows keep their numbers; the rows between them are empty. */
export type TextRow = { rowNumber: number; cells: readonly TextCell[] }

export type TextBatch = { rows: readonly TextRow[]; merged: readonly MergedRange[] }

const width = 18
const firstWidth = 48
/** No spreadsheet program reads more characters in a cell. */
const longestText = 32_767

/**
 * Writes an .xlsx file that contains only texts, no faster than it is read: the sheets in order, with a wide first
 * column.
 */
export const writeTexts = (
  sheets: readonly { name: string; isHidden?: boolean; batches: AsyncIterable<TextBatch> }[],
): Readable => zipWorkbook(sheets.map(({ batches, ...sheet }) => ({ ...sheet, xml: sheetXml(batches) })))

async function* sheetXml(batches: AsyncIterable<TextBatch>) {
  const cols = `<col min="1" max="1" width="${firstWidth}" style="${textStyle}"/><col min="2" max="16384" width="${width}" style="${textStyle}"/>`
  yield `${declaration}<worksheet xmlns="${main}"><cols>${cols}</cols><sheetData>`
  const merged: MergedRange[] = []
  for await (const batch of batches) {
    merged.push(...batch.merged)
    yield batch.rows.map(rowXml).join('')
  }
  const ranges = merged.map((range) => `<mergeCell ref="${referenceOf(range)}"/>`)
  const merges = ranges.length === 0 ? '' : `<mergeCells count="${ranges.length}">${ranges.join('')}</mergeCells>`
  yield `</sheetData>${merges}</worksheet>`
}

function rowXml({ rowNumber, cells }: TextRow): string {
  const xml = cells.map((cell, index) => {
    if (cell === undefined) return ''
    const style = cell.isMarked ? markedStyle : textStyle
    return textCellXml(`${columnLetters(index)}${rowNumber}`, cell.text.slice(0, longestText).toWellFormed(), style)
  })
  return `<row r="${rowNumber}">${xml.join('')}</row>`
}

const referenceOf = ({ firstRow, lastRow, firstColumn, lastColumn }: MergedRange) =>
  `${columnLetters(firstColumn)}${firstRow}:${columnLetters(lastColumn)}${lastRow}`
