import type { Readable } from 'node:stream'
import { columnLetters } from './references.ts'
import { declaration, main, textCellXml, textStyle, zipWorkbook } from './zip-workbook.ts'

type SheetColumn = { heading: string; type: 'text' | 'number' }
type SheetRow = readonly (string | number | null)[]

const columnWidth = 18

/**
 * Writes an .xlsx file with one sheet, no faster than it is read. Texts become text cells with the text format,
 * whatever they look like, and never formulas.
 * @param batches rows with a value for each column
 */
export const writeWorkbook = (
  sheetName: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]>,
): Readable => zipWorkbook([{ name: sheetName, xml: sheetXml(columns, batches) }])

async function* sheetXml(columns: readonly SheetColumn[], batches: AsyncIterable<readonly SheetRow[]>) {
  const letters = columns.map((_, index) => columnLetters(index))
  const widths = columns.map(
    ({ type }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${columnWidth}"${type === 'text' ? ` style="${textStyle}"` : ''}/>`,
  )
  const headings = columns.map(({ heading }) => heading)
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(1, headings, letters)}`
  let rowNumber = 1
  for await (const rows of batches) yield rows.map((row) => rowXml((rowNumber += 1), row, letters)).join('')
  yield '</sheetData></worksheet>'
}

function rowXml(rowNumber: number, row: SheetRow, letters: readonly string[]): string {
  let cells = ''
  for (const [index, value] of row.entries()) {
    const reference = `${letters[index]}${rowNumber}`
    if (typeof value === 'number') cells += `<c r="${reference}"><v>${value}</v></c>`
    else if (value !== null) cells += textCellXml(reference, value, textStyle)
  }
  return `<row r="${rowNumber}">${cells}</row>`
}
