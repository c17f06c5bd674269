import { isIdColumn, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Cell, MergedRange, Row, SheetBatch } from '../../../core/spreadsheet/cells.ts'
import { isoToSerial } from '../../../core/spreadsheet/dates.ts'
import { dateFormats } from '../../../core/spreadsheet/written-styles.ts'
import type { StyledCell, WrittenBatch, WrittenRow } from '../../../core/spreadsheet/write-workbook.ts'
import { cellText } from '../reading/words/cell-text.ts'
import { hasReasonColumn, reasonHeading } from '../reading/survey/reason-column.ts'
import { readValue } from '../reading/words/read-value.ts'
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
 * The rows of a sheet, after a first column that says what is wrong with each. An existing column of that kind is left
 * out.
 */
export async function* markRows(
  batches: AsyncIterable<SheetBatch>,
  marking: Marking,
): AsyncGenerator<WrittenBatch, void> {
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

function markRow({ rowNumber, cells }: Row, skipped: number, { sheet, reasons, onPatient }: Marking): WrittenRow {
  const found = reasons.in(sheet.name, rowNumber)
  const own = cells.flatMap((cell, index): (StyledCell | undefined)[] => {
    if (index < skipped) return []
    const isMarked = found?.headings.has(sheet.headings.get(index) ?? '') ?? false
    if (cell === undefined && !isMarked) return [undefined]
    const shown = cell === undefined ? { text: '' } : showCell(cell, sheet.keys.get(index))
    return [isMarked ? { ...shown, look: 'marked' } : shown]
  })
  if (rowNumber === sheet.headerRow) return { rowNumber, cells: [reasonHeading, ...own] }
  const memberId = rowNumber > sheet.headerRow ? memberIdIn(cells, sheet) : undefined
  if (memberId !== undefined) onPatient(memberId)
  const first: StyledCell | undefined = found && { text: [...found.texts].join(' · '), look: 'marked' }
  return { rowNumber, cells: [first, ...own] }
}

function memberIdIn(cells: Row['cells'], { keys }: MarkedSheet): string | undefined {
  const [index] = [...keys].find(([, key]) => key === 'memberId') ?? []
  const value = index === undefined ? undefined : readValue('memberId', cells[index])
  return typeof value === 'string' ? value : undefined
}

/** The errors of spreadsheets that all programs know. */
const errorCodes = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'])

/** A cell as it is in the file, so that the next import reads it in the same way. */
function showCell(cell: Cell, key: PatientColumnKey | undefined): StyledCell {
  switch (cell.type) {
    case 'number':
      return showNumber(cell, key)
    case 'date':
      return showDate(cell.iso)
    case 'boolean':
      return { ticked: cell.value }
    case 'error':
      return errorCodes.has(cell.code) ? { error: cell.code } : { text: cell.code }
    default:
      return { text: cellText(cell) }
  }
}

type NumberCell = Extract<Cell, { type: 'number' }>

/** An ID whose format adds something is a text as it is shown. Another number keeps its digits and the texts around it. */
function showNumber({ text, style, ...cell }: NumberCell, key: PatientColumnKey | undefined): StyledCell {
  const isPlain = style.before === '' && style.after === '' && style.between.length === 0 && style.minDigits <= 1
  if (isPlain) return { digits: text }
  if (key !== undefined && isIdColumn(key)) {
    const id = readValue(key, { ...cell, text, style })
    return typeof id === 'string' ? { text: id } : { digits: text }
  }
  return { digits: text, format: formatOf(style) }
}

/** Shows a number between texts. Only a percent sign outside quotes multiplies it. */
function formatOf({ before, after, minDigits }: NumberCell['style']): string {
  if (after.trim() === '%' && before === '') return '0.00%'
  const digits = minDigits > 1 ? '0'.repeat(Math.min(minDigits, mostZeros)) : 'General'
  return `${literal(before)}${digits}${literal(after)}`
}

/** Twice this and the texts are short enough for a code. */
const mostZeros = 50
const literal = (text: string) => (text === '' ? '' : `"${text.slice(0, mostZeros).replaceAll(/["\p{C}]/gu, '')}"`)

function showDate(iso: string): StyledCell {
  const serial = isoToSerial(iso)
  if (serial === undefined) return { text: iso }
  const format = iso.includes('T') ? dateFormats.dayAndTime : iso.includes(':') ? dateFormats.time : dateFormats.day
  return { digits: String(serial), format }
}

function shift(range: MergedRange, offset: number): MergedRange[] {
  const firstColumn = range.firstColumn + offset
  return firstColumn < 0 ? [] : [{ ...range, firstColumn, lastColumn: range.lastColumn + offset }]
}
