import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Cell, Row } from '../../spreadsheet/cells.ts'
import { columnLetters } from '../../spreadsheet/references.ts'
import { inOneLine } from './cell-text.ts'
import { findColumn, headingOf } from './headings.ts'
import { refuse } from './refusal.ts'

/** Where each column of the table is in a sheet. */
export type Layout = {
  headerRow: number
  /** By column key: the index of its cells, and its heading in the file. */
  columns: Map<PatientColumnKey, { index: number; heading: string }>
  /** By index: headings that do not name a column of the table. */
  ignored: Map<number, string>
}

/** What a sheet has that does not hold the table. */
export type NoTable =
  | { has: 'nothing' }
  | { has: 'texts'; texts: string[] }
  | { has: 'headings'; keys: ReadonlySet<PatientColumnKey>; rowNumber: number }

/** How far down a sheet the headings may be: titles, notes and logos may come before them. */
export const searchedRows = 50
/** Their values may read like their headings: "Diabetes" below Diabetes. */
const findings: ReadonlySet<PatientColumnKey> = new Set([
  'hypertension',
  'diabetes',
  'cerebralInfarction',
  'cerebrovascularDisease',
])
const namedTexts = 3
/** A longer text is no heading. */
const maxHeadingLength = 100

/**
 * Finds the headings among the first rows of a sheet: the first row that names both ids, otherwise the one that names
 * most columns, among them the member ID. A list of the columns, one below the other, is not a heading row.
 * @returns what the sheet has instead, when it has no such row
 * @throws RefusedImport when a column appears twice
 */
export function findLayout(rows: readonly Row[]): Layout | NoTable {
  const searched = rows.slice(0, searchedRows).map((row) => ({
    row,
    keys: new Set(row.cells.map(recognise).filter((key) => key !== undefined)),
  }))
  const best = searched.toSorted((a, b) => rank(b.keys) - rank(a.keys))[0]
  if (!best) return { has: 'nothing' }
  const { row, keys } = best
  if (keys.has('memberId') && keys.size > 1) return readLayout(row)
  if (rank(keys) > 0) return { has: 'headings', keys, rowNumber: row.rowNumber }
  return { has: 'texts', texts: firstTexts(rows) }
}

/** A row that a patient's values may be has rank 0. */
function rank(keys: ReadonlySet<PatientColumnKey>): number {
  if ([...keys].every((key) => findings.has(key))) return 0
  if (keys.has('memberId') && keys.has('subjectId')) return 1_000
  return keys.has('memberId') && keys.size > 1 ? 100 + keys.size : keys.size
}

function firstTexts(rows: readonly Row[]): string[] {
  const texts = rows.map(({ cells }) =>
    cells.flatMap((cell) => (cell?.type === 'text' && cell.text.trim() !== '' ? [shortHeading(cell)] : [])),
  )
  return (texts.find((row) => row.length > 1) ?? texts.find((row) => row.length > 0) ?? []).slice(0, namedTexts)
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
  return { headerRow: rowNumber, columns, ignored }
}

function recognise(cell: Cell | undefined): PatientColumnKey | undefined {
  if (cell?.type !== 'text' || inOneLine(cell).length > maxHeadingLength) return undefined
  return findColumn(cell.text)
}

function shortHeading(cell: Cell | undefined): string {
  return cell === undefined ? '' : inOneLine(cell).slice(0, maxHeadingLength)
}
