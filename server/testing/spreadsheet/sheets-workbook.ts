import { columnLetters } from '../../src/core/spreadsheet/references.ts'
import {
  escapeXml,
  relationshipsXml,
  sheetXml,
  stylesXml,
  workbookParts,
  workbookXml,
  zipParts,
} from './workbook-parts.ts'

/** A text, a number, a number in the first of the workbook's formats, or nothing. */
export type CellOf = string | number | { shown: number } | undefined

export type SheetOf = {
  name: string
  rows: CellOf[][]
  /** Row numbers, starting at 1. */
  hiddenRows?: number[]
  /** A range such as `A2:A4`. */
  merged?: string[]
  isHidden?: boolean
}

/** A workbook with these sheets. @param format the number format of cells with `shown` */
export function makeSheets(sheets: readonly SheetOf[], format = 'General'): Buffer {
  const ids = sheets.map((_, index) => `rId${index + 1}`)
  const relationships = ids.map((id, index) => ({ id, kind: 'worksheet', target: `worksheets/sheet${index + 1}.xml` }))
  const parts = sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, xmlOf(sheet)] as const)
  return zipParts(
    workbookParts('', {
      'xl/workbook.xml': workbookXml(
        sheets.map(({ name, isHidden }, index) => ({
          name,
          id: ids[index] ?? '',
          ...(isHidden && { state: 'hidden' }),
        })),
      ),
      'xl/_rels/workbook.xml.rels': relationshipsXml([
        ...relationships,
        { id: 'rIdStyles', kind: 'styles', target: 'styles.xml' },
      ]),
      'xl/styles.xml': stylesXml([0, 164], { 164: format }),
      ...Object.fromEntries(parts),
    }),
  )
}

function xmlOf({ rows, hiddenRows = [], merged = [] }: SheetOf): string {
  const rowsXml = rows.map((cells, index) => {
    const hidden = hiddenRows.includes(index + 1) ? ' hidden="1"' : ''
    const cellsXml = cells.map((cell, column) => cellXml(`${columnLetters(column)}${index + 1}`, cell))
    return `<row r="${index + 1}"${hidden}>${cellsXml.join('')}</row>`
  })
  const mergedXml = merged.map((reference) => `<mergeCell ref="${reference}"/>`).join('')
  return sheetXml(rowsXml.join(''), mergedXml && `<mergeCells count="${merged.length}">${mergedXml}</mergeCells>`)
}

function cellXml(reference: string, cell: CellOf): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${reference}" s="1"><v>${cell.shown}</v></c>`
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}
