import type { RowKind } from '@health-console/contract/patients/answers.ts'
import { findUnit } from '@health-console/contract/patients/unit-spellings.ts'
import { unitsOf } from '@health-console/contract/patients/units.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { inOneLine, shownValue } from '../words/cell-text.ts'
import { isName, meansId } from './find-heading-row.ts'
import { type LeftOut, listedOfKind } from './left-out-rows.ts'
import { suggestColumns } from '../words/synonyms.ts'
import { textOf } from '../words/read-value.ts'
import { isCode, isMissing, saysUnknown, sexOf } from '../words/words.ts'

type Cells = readonly (Cell | undefined)[]

/** The columns of a sheet that distinguish a patient from another row. */
type ClassifiedColumns = {
  memberId: number | undefined
  sex: number | undefined
  /** All columns that are read, or probably will be. */
  used: readonly number[]
  /** By index: what the heading of a column is. */
  headings: ReadonlyMap<number, string>
}

/** How many patients are above a row, and for each column how many numbers they have and their sum. */
type Above = { rows: number; counts: number[]; sums: number[] }

/** With fewer IDs above a row, no decision is possible. */
const fewRows = 3
/** This is more forms than a table of patients has. */
const mostForms = 200
const namedCells = 5
/** A hostile file has a million. */
const listedTables = 10

/**
 * Finds the rows of a sheet that are not patients, one by one. The rows above show what a patient looks like: the form
 * of its ID, and whether it has a sex.
 */
export class RowClassifier {
  readonly #columns: ClassifiedColumns
  readonly #measured: readonly number[]
  readonly #forms = new Map<string, number>()
  readonly #above: Above = { rows: 0, counts: [], sums: [] }
  /** The totals above the last row that was not a patient, because a ward has its own total. */
  #aboveWard: Above = { rows: 0, counts: [], sums: [] }
  #withSex = 0
  #withDigits = 0
  /** Patients whose ID had a new form. */
  #newForms = 0
  /** By column: how many patients have a date or a text that begins with a digit, in place of a number. */
  readonly #figures: number[] = []
  /** Whether the row is part of another table, and whether it contains its headings. */
  #isOtherTable = false
  #beginsTable = false
  /** The last other table, listed or not. */
  #table = { row: 0, rows: 0 }
  readonly leftOut: Required<LeftOut> = { rows: [], counts: {}, tables: [] }

  constructor(columns: ClassifiedColumns) {
    this.#columns = columns
    this.#measured = columns.used.filter((index) => index !== columns.memberId)
  }

  /**
   * @param rowsBelow how far below the headings the row is
   * @returns undefined for a patient
   */
  kindOf(cells: Cells, rowsBelow: number): RowKind | undefined {
    const { memberId, used } = this.#columns
    this.#beginsTable = false
    if (rowsBelow <= 2 && isUnits(cells, used)) return 'units'
    const id = memberId === undefined ? undefined : cells[memberId]
    if (isNothing(id) && used.every((index) => isNothing(cells[index]))) return 'empty'
    if (this.#repeatsHeadings(cells) || (rowsBelow <= 2 && this.#explainsHeadings(cells))) {
      this.#isOtherTable = false
      return 'headings'
    }
    if (memberId === undefined) return undefined
    this.#beginsTable = this.#areOtherHeadings(cells)
    this.#isOtherTable ||= this.#beginsTable
    if (this.#isOtherTable) return 'unlike'
    if (!id || isNoId(id)) return 'without_id'
    // An ID that a spreadsheet program has converted is an error.
    if ((id.type !== 'text' && id.type !== 'number') || !this.#isUnlike(cells, id)) return undefined
    const { rows, counts, sums } = this.#above
    this.#aboveWard = { rows, counts: [...counts], sums: [...sums] }
    return 'unlike'
  }

  /** Counts and lists a row that is not a patient, after it has been classified. */
  leaveOut(row: number, kind: RowKind, cells: Cells): void {
    const { rows, counts, tables } = this.leftOut
    if (this.#beginsTable) {
      this.#table = { row, rows: 0 }
      if (tables.length < listedTables) tables.push(this.#table)
    } else if (this.#isOtherTable && kind === 'unlike') this.#table.rows += 1
    counts[kind] = (counts[kind] ?? 0) + 1
    if (counts[kind] > listedOfKind) return
    const shown = cells.filter((cell) => cell !== undefined).slice(0, namedCells)
    rows.push({ row, kind, cells: shown.map(shownValue) })
  }

  #repeatsHeadings(cells: Cells): boolean {
    const { used, headings } = this.#columns
    const filled = used.filter((index) => cells[index] !== undefined)
    const areMost = filled.length > 1 && filled.length * 2 >= used.length
    return areMost && filled.every((index) => isHeading(cells[index], headings.get(index) ?? ''))
  }

  /** Whether a row has the labels of the variables in the headings: only names, and that of a measure means its column. */
  #explainsHeadings(cells: Cells): boolean {
    const { used, headings } = this.#columns
    const filled = used.flatMap((index) => (cells[index] === undefined ? [] : { cell: cells[index], index }))
    const meansItself = ({ cell, index }: (typeof filled)[number]) =>
      measuresIn(inOneLine(cell)).some((key) => measuresIn(headings.get(index) ?? '').includes(key))
    return filled.length > 2 && filled.every(({ cell }) => isName(cell)) && filled.some(meansItself)
  }

  /**
   * Whether a row contains the headings of another table: different names side by side without a patient's ID, of which
   * the first means an ID, or three of them where patients have numbers and IDs with digits.
   */
  #areOtherHeadings(cells: Cells): boolean {
    const { rows } = this.#above
    // Nearly every patient has a number.
    if (cells.some((cell) => cell !== undefined && cell.type !== 'text')) return false
    const filled = [...cells.keys()].filter((index) => cells[index] !== undefined)
    const [first = 0, last = 0] = [filled[0], filled.at(-1)]
    if (rows === 0 || filled.length < 2 || last - first >= filled.length) return false
    const titles = filled.flatMap((index) => cells[index] ?? []).filter(isName)
    if (new Set(titles.map(inOneLine)).size < filled.length) return false
    const { memberId = 0 } = this.#columns
    const haveDigits = this.#withDigits * 10 >= rows * 9
    const hasId = haveDigits && memberId !== first && /\d/.test(shownValue(cells[memberId]))
    // K and Na are names beside an ID that no patient has.
    if (hasId || meansId(cells[first])) return !hasId
    const { counts } = this.#above
    const areAboveFigures = filled.some((index) => ((counts[index] ?? 0) + (this.#figures[index] ?? 0)) * 2 > rows)
    return filled.length > 2 && areAboveFigures && haveDigits && !titles.some(isPlaceholder)
  }

  #isUnlike(cells: Cells, id: Cell): boolean {
    const { sex, memberId } = this.#columns
    const { rows } = this.#above
    const text = id.type === 'number' ? id.text : textOf(id)
    // The digits and the letters of an ID do not matter, only how many letters there are.
    const form = text.slice(0, 40).replaceAll(/[a-z]/gi, 'A').replaceAll(/\d+/g, '9')
    const times = this.#forms.get(form) ?? 0
    const isUsual = rows > 0 && times * 20 >= rows
    const isWord = !/\d/.test(text)
    if (cells.every((cell, index) => index === memberId || isNothing(cell))) return !isUsual || isWord
    // If most IDs have different forms, or the table has just begun, the form is not informative.
    const isNew = !isUsual && this.#newForms * 10 <= rows
    const isCount = [rows, rows - this.#aboveWard.rows].includes(Number(text))
    if (isNew || isCount) {
      const lacksSex = sex !== undefined && isNothing(cells[sex]) && this.#withSex * 10 >= rows * 9
      const isOdd = isWord && this.#withDigits * 10 >= rows * 9
      if (isNew && (rows < fewRows ? isOdd && lacksSex : isOdd || lacksSex)) return true
      if ((lacksSex || sex === undefined) && this.#isSummary(cells)) return true
    }
    if (!isUsual && rows >= fewRows) this.#newForms += 1
    if (times > 0 || this.#forms.size < mostForms) this.#forms.set(form, times + 1)
    if (sex !== undefined && cells[sex] !== undefined) this.#withSex += 1
    if (!isWord) this.#withDigits += 1
    this.#add(cells)
    return false
  }

  #add(cells: Cells): void {
    const { counts, sums } = this.#above
    this.#above.rows += 1
    for (const index of this.#measured) {
      const cell = cells[index]
      if (cell?.type === 'number') {
        counts[index] = (counts[index] ?? 0) + 1
        sums[index] = (sums[index] ?? 0) + cell.value
      } else if (isFigure(cell)) this.#figures[index] = (this.#figures[index] ?? 0) + 1
    }
  }

  /**
   * Whether its numbers are the means, the sums or the counts of the table or of its ward, to the precision in which
   * they are written.
   */
  #isSummary(cells: Cells): boolean {
    const numbers = this.#measured.filter((index) => cells[index]?.type === 'number')
    return [undefined, this.#aboveWard].some((start) => {
      const { rows, counts, sums } = this.#above
      if (numbers.length === 0 || rows - (start?.rows ?? 0) < 2) return false
      const countOf = (index: number) => (counts[index] ?? 0) - (start?.counts[index] ?? 0)
      const sumOf = (index: number) => (sums[index] ?? 0) - (start?.sums[index] ?? 0)
      const summaries = [countOf, sumOf, (index: number) => sumOf(index) / countOf(index)]
      return summaries.some((of) => numbers.every((index) => isWrittenAs(cells[index], of(index))))
    })
  }
}

function isWrittenAs(cell: Cell | undefined, value: number): boolean {
  if (cell?.type !== 'number') return false
  const decimals = String(cell.value).split('.')[1]?.length ?? 0
  return Math.abs(cell.value - value) <= 0.5 * 10 ** -decimals + 1e-6
}

const isHeading = (cell: Cell | undefined, heading: string) =>
  cell?.type === 'text' && cell.text.length >= heading.length && inOneLine(cell).toLowerCase() === heading.toLowerCase()

const measuresIn = (heading: string) =>
  suggestColumns(heading).flatMap(({ key }) => (unitsOf(key).length > 0 ? key : []))

const isFigure = (cell: Cell | undefined) =>
  cell?.type === 'date' || (cell?.type === 'text' && cell.text >= '0' && cell.text < ':')

/** Whether a patient may have a text in place of a value, so that it is not the heading of a column. */
function isPlaceholder(cell: Cell): boolean {
  const text = inOneLine(cell)
  return isMissing(text) || isCode(text) || saysUnknown(text) || sexOf(text) !== undefined
}

/** Whether a row has units below some headings, and at most texts in brackets or nothing below the others. */
export function isUnits(cells: Cells, used: readonly number[]): boolean {
  const filled = used.filter((index) => cells[index] !== undefined)
  let units = 0
  for (const index of filled) {
    const cell = cells[index]
    if (cell?.type !== 'text') return false
    const text = inOneLine(cell)
    if (text.length > 20) return false
    // Only "m" and "f" are sexes.
    if (text.length > 1 && findUnit(text) !== undefined) units += 1
  }
  return units > 0 && units * 2 >= filled.length
}

/** The placeholder of a list of choices before anything is chosen. */
const unchosen = /^\W*(?:please\s+)?(?:select|choose|pick)\b.{0,30}$/i

/** Whether a cell has no value, or the initial value of a formula, a checkbox or a list. */
function isNothing(cell: Cell | undefined): boolean {
  if (cell?.type === 'number') return cell.value === 0
  if (cell?.type === 'boolean') return !cell.value
  return cell === undefined || isNoId(cell) || (cell.type === 'text' && unchosen.test(cell.text.slice(0, 60)))
}

function isNoId(cell: Cell): boolean {
  if (cell.type === 'error') return true
  if (cell.type !== 'text') return false
  const text = textOf(cell)
  return text === '' || isMissing(text)
}
