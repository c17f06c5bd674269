import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import type { Cell, Row } from '../../spreadsheet/cells.ts'
import { columnLetters } from '../../spreadsheet/references.ts'
import { cellText } from './cell-text.ts'
import { findColumn } from './headings.ts'
import { refuse } from './refusal.ts'

/** Where each column of the table is in the file. */
export type Layout = {
  headerRow: number
  /** By column key: the index of its cells, and its heading in the file. */
  columns: Map<PatientColumnKey, { index: number; heading: string }>
  /** By index: headings that do not name a column of the table. */
  ignored: Map<number, string>
}

const required: readonly PatientColumnKey[] = ['memberId', 'subjectId']
/** How far down a sheet the headings may be: titles, notes and logos may come before them. */
const searchedRows = 50

/**
 * Finds the header among the first rows of a sheet: the first row with the required headings, otherwise the row with
 * the most known headings. (Values may read like headings: "Diabetes" below Diabetes.)
 * @throws RefusedImport when there is no header, or a column is missing or appears twice
 */
export function findHeader(rows: readonly Row[]): Layout {
  let best: { row: Row; recognised: number } | undefined
  for (const row of rows.slice(0, searchedRows)) {
    const keys = new Set(row.cells.map(recognise).filter((key) => key !== undefined))
    if (required.every((key) => keys.has(key))) return readLayout(row)
    if (keys.size > (best?.recognised ?? 0)) best = { row, recognised: keys.size }
  }
  if (best) return readLayout(best.row)
  throw refuse(
    `No headings were found in the first ${searchedRows} rows of the sheet. One row must name the columns: ${headingOf('memberId')}, ${headingOf('subjectId')} and so on, as in the template.`,
  )
}

function readLayout({ rowNumber, cells }: Row): Layout {
  const columns: Layout['columns'] = new Map()
  const ignored: Layout['ignored'] = new Map()
  for (const [index, cell] of cells.entries()) {
    const heading = shortHeading(cell)
    if (heading === '') continue
    const key = recognise(cell)
    if (key === undefined) {
      ignored.set(index, heading)
      continue
    }
    const first = columns.get(key)
    if (first) {
      throw refuse(
        `The columns ${columnLetters(first.index)} (“${first.heading}”) and ${columnLetters(index)} (“${heading}”) are both ${headingOf(key)}. Remove one of them.`,
      )
    }
    columns.set(key, { index, heading })
  }
  const missing = required.filter((key) => !columns.has(key)).map(headingOf)
  if (missing.length > 0) {
    throw refuse(
      `The column ${missing.join(' and the column ')} is missing. The headings were found in row ${rowNumber}.`,
    )
  }
  return { headerRow: rowNumber, columns, ignored }
}

function recognise(cell: Cell | undefined): PatientColumnKey | undefined {
  return cell?.type === 'text' ? findColumn(cell.text) : undefined
}

function headingOf(key: PatientColumnKey): string {
  return patientColumns.find((column) => column.key === key)?.heading ?? key
}

function shortHeading(cell: Cell | undefined): string {
  return cell === undefined ? '' : cellText(cell).trim().replaceAll(/\s+/g, ' ').slice(0, 100)
}
