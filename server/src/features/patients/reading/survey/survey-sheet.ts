import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { findUnit } from '@health-console/contract/patients/unit-spellings.ts'
import type { Cell, MergedRange, Row } from '../../../../core/spreadsheet/cells.ts'
import { type Heading, type HeadingRow, withoutHeading, withoutRivals } from './find-heading-row.ts'
import { type ColumnProfile, ColumnProfiler, type RepeatedIds, type WordBudget } from './profile-column.ts'
import type { LeftOut } from './left-out-rows.ts'
import { isUnits, RowClassifier } from './classify-rows.ts'

export type SurveyedColumn = Heading & {
  profile: ColumnProfile
  /** The unit in a row below the headings. */
  unitBelow: string | null
}

/** The contents of a sheet with patients. They are plain data, because they are stored until the import has ended. */
export type SheetSurvey = {
  name: string
  headerRow: number
  /** Known headings are enough to identify its heading row. */
  isExact: boolean
  columns: SurveyedColumn[]
  /** Rows with patients, including hidden ones. */
  rows: number
  hiddenRows: number
  leftOut: LeftOut
  /** Ranges over several rows of patients. */
  merged: MergedRange[]
  /** The column that probably contains the member IDs, which decides what is left out or repeated. */
  idLabel: string | null
  repeated: RepeatedIds | null
}

/** The contents of a whole file. They are plain data, because they are stored until the import has ended. */
export type FileSurvey = {
  /** The sheets with patients. */
  sheets: SheetSurvey[]
  notes: string[]
}

/** Examines a sheet row by row, without storing any. */
export class SheetSurveyor {
  readonly #name: string
  readonly #headings: HeadingRow
  readonly #budget: WordBudget
  readonly #byIndex: (Heading | undefined)[] = []
  readonly #profilers: (ColumnProfiler | undefined)[] = []
  /** The member ID is first. */
  readonly #used: number[]
  readonly #idIndex: number | undefined
  readonly #hasSeveralIds: boolean
  #rows = 0
  #lastPatient = 0
  #hidden = 0
  readonly #unitsBelow = new Map<number, string>()
  readonly #classifier: RowClassifier

  constructor(name: string, headings: HeadingRow, budget: WordBudget) {
    this.#name = name
    this.#headings = headings
    this.#budget = budget
    const likely = likelyColumns(headings)
    this.#idIndex = likely.get('memberId')
    const mayBeIds = headings.headings.filter(({ suggestions }) => suggestions.some(({ key }) => key === 'memberId'))
    this.#hasSeveralIds = mayBeIds.length > 1 && headings.headings.every(({ exact }) => exact !== 'memberId')
    // If the headings are unknown, any value makes a row a patient.
    this.#used = likely.size > 1 ? [...likely.values()] : headings.headings.map(({ index }) => index)
    this.#classifier = new RowClassifier({
      memberId: this.#idIndex,
      sex: likely.get('sex'),
      used: this.#used,
      headings: new Map(headings.headings.map(({ index, title }) => [index, title])),
    })
    for (const heading of headings.headings) {
      this.#byIndex[heading.index] = heading
      this.#profilers[heading.index] = new ColumnProfiler(budget, heading)
    }
  }

  take({ rowNumber, cells, isHidden }: Row): void {
    const rowsBelow = rowNumber - this.#headings.rowNumber
    if (rowsBelow <= 0) return
    // Notes beside the table are not patients.
    const hasPatient = this.#used.some((index) => cells[index] !== undefined)
    // A row of units may only have values in columns with unknown headings.
    if (!hasPatient && rowsBelow <= 2 && isUnits(cells, [...cells.keys()])) return this.#noteUnits(cells)
    const kind = hasPatient ? this.#classifier.kindOf(cells, rowsBelow) : undefined
    if (kind === 'units') this.#noteUnits(cells)
    if (kind !== undefined) this.#classifier.leaveOut(rowNumber, kind, cells)
    // Until a row has an ID, and if two headings mean IDs, another column may contain the IDs.
    const mayHaveId = kind === 'without_id' && (this.#rows === 0 || this.#hasSeveralIds)
    if (kind !== undefined && !mayHaveId) return
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]
      if (cell !== undefined) this.#profilerAt(index).take(cell)
    }
    if (!hasPatient || kind !== undefined) return
    this.#rows += 1
    this.#lastPatient = rowNumber
    if (isHidden) this.#hidden += 1
  }

  end(merged: readonly MergedRange[], mostMerged: number): SheetSurvey {
    const { rowNumber: headerRow, isExact } = this.#headings
    return {
      name: this.#name,
      headerRow,
      isExact,
      columns: this.#byIndex.flatMap((heading, index) => {
        const profile = this.#profilers[index]?.end()
        return heading && profile ? [{ ...heading, profile, unitBelow: this.#unitsBelow.get(index) ?? null }] : []
      }),
      rows: this.#rows,
      hiddenRows: this.#hidden,
      leftOut: this.#classifier.leftOut,
      merged: merged
        .filter(({ firstRow, lastRow }) => lastRow > firstRow && firstRow > headerRow && firstRow <= this.#lastPatient)
        .slice(0, mostMerged),
      idLabel: this.#byIndex[this.#idIndex ?? -1]?.label ?? null,
      repeated: this.#profilers[this.#idIndex ?? -1]?.repeated ?? null,
    }
  }

  #profilerAt(index: number): ColumnProfiler {
    const known = this.#profilers[index]
    if (known) return known
    const heading = withoutHeading(index)
    this.#byIndex[index] = heading
    return (this.#profilers[index] = new ColumnProfiler(this.#budget, heading))
  }

  #noteUnits(cells: readonly (Cell | undefined)[]): void {
    for (const [index, cell] of cells.entries()) {
      const unit = cell?.type === 'text' ? findUnit(cell.text) : undefined
      if (unit !== undefined) this.#unitsBelow.set(index, unit)
    }
  }
}

/**
 * The columns that a sheet probably has, by their headings: the index of the likeliest for each, member ID first. A
 * subject ID alone is one.
 */
export function likelyColumns({ headings }: Pick<HeadingRow, 'headings'>): Map<PatientColumnKey, number> {
  const found = new Map<PatientColumnKey, number>()
  const possible = withoutRivals(headings)
  for (const { exact, index } of possible) if (exact !== null && !found.has(exact)) found.set(exact, index)
  const suggested = possible.flatMap(({ index, suggestions }) => suggestions.map((each) => ({ index, ...each })))
  const taken = new Set(found.values())
  for (const { key, index } of suggested.toSorted((a, b) => a.rank - b.rank)) {
    if (found.has(key) || taken.has(index)) continue
    found.set(key, index)
    taken.add(index)
  }
  const member = found.get('memberId') ?? found.get('subjectId')
  if (found.get('subjectId') === member) found.delete('subjectId')
  return member === undefined ? found : new Map([['memberId', member], ...found])
}
