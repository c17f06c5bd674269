import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { findNumber } from '@health-console/contract/patients/numbers-in-text.ts'
import type { Cell, Row } from '../../../../core/spreadsheet/cells.ts'
import { columnLetters } from '../../../../core/spreadsheet/references.ts'
import { inOneLine } from '../words/cell-text.ts'
import { findColumn, headingOf } from '../words/own-headings.ts'
import { namesOther, suggestColumns, type Suggestion } from '../words/synonyms.ts'

/** A heading of a sheet. */
export type Heading = {
  /** The index of the column's cells. */
  index: number
  /**
   * The heading as the file shows it, with its column if two are the same or it is empty: `Weight (column F)`, `Column
   * F`.
   */
  label: string
  title: string
  isHidden: boolean
  /** The column of the table with this heading. */
  exact: PatientColumnKey | null
  /** Otherwise, the columns that it resembles. */
  suggestions: Suggestion[]
}

/** The heading row of a sheet. `isExact` if known headings are enough to identify it. */
export type HeadingRow = { rowNumber: number; isExact: boolean; headings: Heading[] }

/** What a sheet without the table contains instead. */
export type NoTable =
  | { has: 'nothing' }
  | { has: 'texts'; texts: string[] }
  | { has: 'headings'; keys: ReadonlySet<PatientColumnKey>; rowNumber: number }
  | { has: 'headings_below'; keys: ReadonlySet<PatientColumnKey>; index: number }

/** How far down a sheet the headings may be: titles, notes and logos may be above them. */
export const searchedRows = 50
/** Columns whose values may be the same as their headings: "Diabetes" below Diabetes. */
const mayBeValues: ReadonlySet<PatientColumnKey> = new Set([
  'hypertension',
  'diabetes',
  'cerebralInfarction',
  'cerebrovascularDisease',
])
const namedTexts = 3
const fewestHeadings = 3
/** How many rows below are examined to decide whether a row contains headings. */
const rowsCompared = 10
/** A longer text is not a heading. */
const maxHeadingLength = 100

/**
 * Finds the headings among the first rows of a sheet: the first row that contains both ids, otherwise the one with the
 * most known columns, among them the member ID, otherwise the one that resembles most columns, otherwise one that has
 * the form of headings. A list of the columns, one below the other, is not a heading row.
 * @param knownOnly whether resemblance does not count
 * @returns what the sheet contains instead, if it has no such row
 */
export function findHeadingRow(rows: readonly Row[], knownOnly = false): HeadingRow | NoTable {
  const searched = rows.slice(0, searchedRows)
  const known = best(searched, (row) => rank(keysOf(row)))
  if (!known) return { has: 'nothing' }
  const keys = keysOf(known)
  const read = (row: Row, isExact: boolean) => readHeadings(inTwoRows(row, rows[rows.indexOf(row) + 1]), isExact)
  if (keys.has('memberId') && keys.size > 1) return read(known, true)
  const likely = knownOnly ? undefined : best(searched, (row) => rank(likelyKeysOf(row)))
  if (likely && likelyKeysOf(likely).size > 1 && rank(likelyKeysOf(likely)) > 0) return read(likely, false)
  const below = headingsBelow(searched)
  if (below && below.keys.size > likelyKeysOf(likely ?? known).size) return below
  const formed = knownOnly
    ? undefined
    : searched.find((row, at) => isAbove(row, rows.slice(at + 1, at + 1 + rowsCompared)))
  if (formed) return read(formed, false)
  if (rank(keys) > 0) return { has: 'headings', keys, rowNumber: known.rowNumber }
  return { has: 'texts', texts: firstTexts(searched) }
}

/** Headings one below the other, with numbers beside some of them: the rows of the sheet are columns. */
function headingsBelow(rows: readonly Row[]): Extract<NoTable, { has: 'headings_below' }> | undefined {
  for (const index of [0, 1, 2]) {
    const keys = new Set(rows.flatMap(({ cells }) => [...likelyKeysOf({ cells: [cells[index]] })]))
    const areBeside = rows.some(({ cells }) => cells[index] && cells[index + 1]?.type === 'number')
    if (keys.size >= fewestHeadings && areBeside) return { has: 'headings_below', keys, index }
  }
  return undefined
}

/** Whether a row has the form of headings: different texts, some of them above numbers or dates. */
function isAbove({ cells }: Row, below: readonly Row[]): boolean {
  const titles = cells.filter((cell) => cell !== undefined)
  const isList = titles.length >= fewestHeadings && new Set(titles.map(shortHeading)).size === titles.length
  if (!isList || !titles.every(isTitle) || !titles.some(isName)) return false
  return cells.some((cell, index) => {
    const values = below.flatMap(({ cells: values }) => values[index] ?? [])
    return cell !== undefined && values.length > 0 && !values.some(isName)
  })
}

/** A text that is not a number. Biobanks use names such as 50-0.0 for columns. */
const isTitle = (cell: Cell): boolean => isHeading(cell) && !findNumber(cell.text)
export const isName = (cell: Cell): boolean => isTitle(cell) && /\p{L}/u.test(inOneLine(cell))
/** Whether a text may be the heading of the member IDs. */
export const meansId = (cell: Cell | undefined): boolean => likelyKeysIn(cell).includes('memberId')

function best(rows: readonly Row[], rankOf: (row: Row) => number): Row | undefined {
  const ranked = rows.map((row) => ({ row, rank: rankOf(row) }))
  return ranked.toSorted((a, b) => b.rank - a.rank)[0]?.row
}

/** A row that could be a patient's values has rank 0. */
function rank(keys: ReadonlySet<PatientColumnKey>): number {
  if ([...keys].every((key) => mayBeValues.has(key))) return 0
  if (keys.has('memberId') && keys.has('subjectId')) return 1_000
  return keys.has('memberId') && keys.size > 1 ? 100 + keys.size : keys.size
}

const keysOf = ({ cells }: Row) => new Set(cells.map(recognise).filter((key) => key !== undefined))

function likelyKeysOf({ cells }: Pick<Row, 'cells'>): Set<PatientColumnKey> {
  const keys = new Set<PatientColumnKey>()
  for (const cell of cells) {
    const key = recognise(cell) ?? headingsOf(cell).find((each) => !keys.has(each.key))?.key
    if (key !== undefined) keys.add(key)
  }
  return keys
}

function firstTexts(rows: readonly Row[]): string[] {
  const texts = rows.map(({ cells }) =>
    cells.flatMap((cell) => (cell?.type === 'text' && cell.text.trim() !== '' ? [shortHeading(cell)] : [])),
  )
  return (texts.find((row) => row.length > 1) ?? texts.find((row) => row.length > 0) ?? []).slice(0, namedTexts)
}

/**
 * A heading row and the one below it, if that has only names, none of them below the heading of the IDs, and one that
 * means a column below no heading: “Height” below the group “Vitals”, and “[years]” below “Age”.
 */
function inTwoRows(row: Row, below: Row | undefined): Row {
  const [above, names] = [row.cells, below?.cells ?? []]
  const idAt = above.findIndex(meansId)
  if (!below || idAt < 0 || names[idAt] || names.some((cell) => cell && !isName(cell))) return row
  const cells = Array.from({ length: Math.max(above.length, names.length) }, (_, index): Cell | undefined => {
    const name = names[index]
    if (!name) return above[index]
    // “Mother” above “Height” is part of the heading.
    const group = shortHeading(above.slice(0, index + 1).findLast((cell) => cell !== undefined))
    const isWhole = headingsOf(name).length > 0 && !namesOther(group)
    return isWhole ? name : { type: 'text', text: `${group} ${inOneLine(name)}` }
  })
  const areHeadings = names.some((name, index) => name && !above[index] && headingsOf(cells[index]).length > 0)
  return areHeadings ? { ...below, cells } : row
}

function readHeadings({ rowNumber, cells }: Row, isExact: boolean): HeadingRow {
  const titles = cells.map(shortHeading)
  const headings = titles.flatMap((title, index): Heading[] => {
    if (title === '') return []
    const exact = recognise(cells[index]) ?? null
    const suggestions = exact === null ? suggestionsOf(cells[index]) : []
    const isRepeated = titles.filter((each) => each === title).length > 1
    const label = isRepeated ? `${title.slice(0, maxHeadingLength - 12)} (column ${columnLetters(index)})` : title
    return [{ index, label, title, isHidden: false, exact, suggestions }]
  })
  return { rowNumber, isExact, headings }
}

/** The sentence for a known heading that occurs twice; undefined if each occurs once. */
export function repeatedHeading({ headings }: HeadingRow): string | undefined {
  for (const { exact, index, title } of headings) {
    const first = headings.find((each) => each.exact === exact && exact !== null)
    if (exact === null || !first || first.index === index) continue
    return `The columns ${columnLetters(first.index)} (“${first.title}”) and ${columnLetters(index)} (“${title}”) are both ${headingOf(exact)}. Remove one of them.`
  }
  return undefined
}

/** Minor columns, such as hidden ones, do not count if another one may have the same meaning. */
export function withoutRivals<Column extends Heading>(
  columns: readonly Column[],
  isMinor = ({ isHidden }: Column) => isHidden,
): Column[] {
  const meanings = ({ exact, suggestions }: Heading) => [exact, ...suggestions.map(({ key }) => key)]
  const major = new Set(columns.flatMap((column) => (isMinor(column) ? [] : meanings(column))))
  return columns.filter((column) => !isMinor(column) || !meanings(column).some((key) => key !== null && major.has(key)))
}

/** The columns with known headings; of several with the same one, the first that is not hidden. */
export function knownHeadings<Column extends Heading>(columns: readonly Column[]): Map<PatientColumnKey, Column> {
  const visibleLast = columns.toReversed().toSorted((a, b) => Number(b.isHidden) - Number(a.isHidden))
  return new Map(visibleLast.flatMap((column) => (column.exact === null ? [] : [[column.exact, column] as const])))
}

/** The placeholder for the heading of a column without one. */
export const withoutHeading = (index: number): Heading => {
  const label = `Column ${columnLetters(index)}`
  return { index, label, title: '', isHidden: false, exact: null, suggestions: [] }
}

function recognise(cell: Cell | undefined): PatientColumnKey | undefined {
  return isHeading(cell) ? findColumn(cell.text) : undefined
}

const likelyKeysIn = (cell: Cell | undefined) => [recognise(cell), ...suggestionsOf(cell).map(({ key }) => key)]

/** The sex of a patient is also a value. */
const headingsOf = (cell: Cell | undefined) => suggestionsOf(cell).filter(({ sex }) => sex === undefined)

const suggestionsOf = (cell: Cell | undefined) => (isHeading(cell) ? suggestColumns(cell.text) : [])

const isHeading = (cell: Cell | undefined): cell is Extract<Cell, { type: 'text' }> =>
  cell?.type === 'text' && inOneLine(cell).length <= maxHeadingLength

function shortHeading(cell: Cell | undefined): string {
  return cell === undefined ? '' : inOneLine(cell).slice(0, maxHeadingLength)
}
