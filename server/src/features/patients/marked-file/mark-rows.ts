import { type PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Cell, MergedRange, Row, SheetBatch } from '../../../core/spreadsheet/cells.ts'
import type { TextBatch, TextCell, TextRow } from '../../../core/spreadsheet/write-texts.ts'
import { cellText } from '../reading/words/cell-text.ts'
import { hasReasonColumn, reasonHeading } from '../reading/survey/reason-column.ts'
import { asWritten, readValue, shownUnit } from '../reading/words/read-value.ts'
import type { RowReasons } from './row-reasons.ts'

/** What is known about a sheet: its heading row, the headings of its columns by index, and their meanings. */
export type MarkedSheet = {
  name: string
  headerRow: number
  headings: ReadonlyMap<number, string>
  keys: ReadonlyMap<number, PatientColumnKey>
}

type Marking = { sheet: MarkedSheet; reasons: RowReasons; onPatient: (memberId: string) => void }

/**
 * The rows of a sheet as texts, after a first column that says what is wrong with each. An existing column of that kind
 * is left out.
 */
export async function* markRows(batches: AsyncIterable<SheetBatch>, marking: Marking): AsyncGenerator<TextBatch, void> {
  let skipped: 0 | 1 | undefined
  for await (const { rows, merged } of batches) {
    if (rows.length > 0) skipped ??= hasReasonColumn(rows) ? 1 : 0
    const offset = 1 - (skipped ?? 0)
    yield {
      rows: rows.map((row) => markRow(row, skipped ?? 0, marking)),
      merged: merged.flatMap((range) => shift(range, offset)),
    }
  }
}

function markRow({ rowNumber, cells }: Row, skipped: number, { sheet, reasons, onPatient }: Marking): TextRow {
  const found = reasons.in(sheet.name, rowNumber)
  const own = cells.flatMap((cell, index): TextCell[] => {
    if (index < skipped) return []
    const isMarked = found?.headings.has(sheet.headings.get(index) ?? '') ?? false
    if (cell === undefined) return [isMarked ? { text: '', isMarked } : undefined]
    return [{ text: shownText(cell, sheet.keys.get(index)), isMarked }]
  })
  if (rowNumber === sheet.headerRow) return { rowNumber, cells: [{ text: reasonHeading, isMarked: false }, ...own] }
  const memberId = rowNumber > sheet.headerRow ? memberIdIn(cells, sheet) : undefined
  if (memberId !== undefined) onPatient(memberId)
  const first = found && { text: [...found.texts].join(' · '), isMarked: true }
  return { rowNumber, cells: [first, ...own] }
}

function memberIdIn(cells: Row['cells'], { keys }: MarkedSheet): string | undefined {
  const [index] = [...keys].find(([, key]) => key === 'memberId') ?? []
  const value = index === undefined ? undefined : readValue('memberId', cells[index])
  return typeof value === 'string' ? value : undefined
}

const writtenNumber = /^[+-]?\d{1,15}(\.\d{1,15})?$/
const decimals = 12

/** A cell as a text that is interpreted as the cell was. */
function shownText(cell: Cell, key: PatientColumnKey | undefined): string {
  if (cell.type !== 'number') return cellText(cell)
  if (key === 'memberId' || key === 'subjectId') {
    const id = readValue(key, cell)
    if (typeof id === 'string') return id
  }
  const text = writtenNumber.test(cell.text) ? cell.text : cell.value.toFixed(decimals).replace(/\.?0+$/, '')
  // Without its number format, 70.0 lb would be 70 kg.
  const hasOtherUnit = key !== undefined && shownUnit(key, cell, asWritten) !== undefined
  return hasOtherUnit ? `${cell.style.before}${text}${cell.style.after}` : text
}

function shift(range: MergedRange, offset: number): MergedRange[] {
  const firstColumn = range.firstColumn + offset
  return firstColumn < 0 ? [] : [{ ...range, firstColumn, lastColumn: range.lastColumn + offset }]
}
