import type { CellStyle } from './styles.ts'

/**
 * The content of a cell. `text` is as written in the file: an id stored as text keeps its leading zeros, a number keeps
 * its digits. The number format is not applied, but what it shows besides the digits is known.
 */
export type Cell =
  | { type: 'text'; text: string }
  | { type: 'number'; value: number; text: string; style: CellStyle }
  | { type: 'boolean'; value: boolean }
  /** `iso` is a day (2026-03-07), a day with a time (2026-03-07T10:30:00) or a time of day (10:30:00). */
  | { type: 'date'; iso: string; text: string }
  | { type: 'error'; code: string }
  /** A formula whose result was not stored in the file. */
  | { type: 'formula' }

export type Row = {
  /** The number that spreadsheet programs show, starting at 1. */
  rowNumber: number
  /** By column index, starting at 0; empty cells are undefined, trailing ones are left out. */
  cells: (Cell | undefined)[]
  /** Hidden by hand or by a filter. */
  isHidden: boolean
}

/** A merged range: rows start at 1, column indexes at 0, both ends are included. Only its first cell has a value. */
export type MergedRange = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number }

export type SheetBatch = {
  /** Rows without any value are left out. */
  rows: Row[]
  /** How much of the sheet has been read, from 0 to 1. */
  fraction: number
  /** Indexes of hidden columns. */
  hiddenColumns: ReadonlySet<number>
  /** Only in the last batch, because they are after the rows in the file. */
  merged: MergedRange[]
}
