import type { FileFault } from '@health-console/contract/errors.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import type { Cell, Row, SheetBatch } from '../../spreadsheet/cells.ts'
import { columnLetters } from '../../spreadsheet/references.ts'
import { shownValue } from './cell-text.ts'
import { findHeader, type Layout } from './find-header.ts'
import { Fault, type PatientValue, readValue } from './read-value.ts'
import { refuse, RefusedImport } from './refusal.ts'

/** One patient: a value for each of `patientColumns`, in their order. */
export type PatientRow = readonly PatientValue[]

export type PatientSheet = {
  sheetName: string
  headerRow: number
  columnCount: number
  ignoredColumns: string[]
  rows: PatientRow[]
}

const listedFaults = 100
const keys = patientColumns.map((column) => column.key)
const memberId = keys.indexOf('memberId')
const subjectId = keys.indexOf('subjectId')
const systolic = keys.indexOf('systolicBloodPressure')
const diastolic = keys.indexOf('diastolicBloodPressure')

/**
 * Reads every row of a sheet and checks it.
 * @throws RefusedImport with all faults; no row is imported then
 */
export async function readPatients(
  batches: AsyncIterable<SheetBatch>,
  onProgress: (rowsRead: number, fraction: number) => void,
): Promise<PatientSheet> {
  let reader: RowReader | undefined
  let sheetName = ''
  for await (const batch of batches) {
    sheetName = batch.sheetName
    if (batch.rows.length > 0) reader ??= new RowReader(findHeader(batch.rows))
    for (const row of batch.rows) reader?.take(row)
    onProgress(reader?.rows.length ?? 0, batch.fraction)
  }
  if (!reader) throw refuse('The sheet is empty.')
  return { sheetName, ...reader.end() }
}

class RowReader {
  readonly rows: PatientRow[] = []
  readonly #layout: Layout
  readonly #cells: readonly (number | undefined)[]
  readonly #used: ReadonlySet<number>
  readonly #withoutHeading = new Set<number>()
  readonly #firstRowOf = { [memberId]: new Map<string, number>(), [subjectId]: new Map<string, number>() }
  readonly #faults: FileFault[] = []
  readonly #faultyRows = new Set<number>()
  #faultCount = 0

  constructor(layout: Layout) {
    this.#layout = layout
    this.#cells = keys.map((key) => layout.columns.get(key)?.index)
    this.#used = new Set(this.#cells.filter((index) => index !== undefined))
  }

  take({ rowNumber, cells }: Row): void {
    if (rowNumber <= this.#layout.headerRow) return
    this.#noteColumnsWithoutHeading(cells)
    // Notes beside the table are not patients.
    if (!this.#cells.some((index) => index !== undefined && cells[index] !== undefined)) return

    const values: PatientValue[] = []
    for (const [column, key] of keys.entries()) {
      const index = this.#cells[column]
      const cell = index === undefined ? undefined : cells[index]
      const value = readValue(key, cell)
      if (value instanceof Fault) {
        this.#fault(rowNumber, key, shownValue(cell), value.reason)
        values.push(null)
      } else {
        values.push(value)
      }
    }
    this.#checkUnique(rowNumber, values, memberId)
    this.#checkUnique(rowNumber, values, subjectId)
    this.#checkPressures(rowNumber, values)
    this.rows.push(values)
  }

  end(): Omit<PatientSheet, 'sheetName'> {
    if (this.#faultCount > 0) {
      const count = this.#faultCount
      throw new RefusedImport({
        code: 'unprocessable',
        message: `${counted(count, 'value')} in ${counted(this.#faultyRows.size, 'row')} cannot be read. Nothing was imported.`,
        faults: this.#faults,
        faultCount: count,
      })
    }
    if (this.rows.length === 0) throw refuse('There are no rows below the headings. Nothing was imported.')
    const { headerRow, columns, ignored } = this.#layout
    const withoutHeading = [...this.#withoutHeading].sort((a, b) => a - b)
    const ignoredColumns = [...ignored.values(), ...withoutHeading.map((index) => `Column ${columnLetters(index)}`)]
    return { headerRow, columnCount: columns.size + ignoredColumns.length, ignoredColumns, rows: this.rows }
  }

  #noteColumnsWithoutHeading(cells: readonly (Cell | undefined)[]): void {
    for (let index = 0; index < cells.length; index += 1) {
      if (cells[index] === undefined || this.#used.has(index) || this.#layout.ignored.has(index)) continue
      this.#withoutHeading.add(index)
    }
  }

  #checkUnique(rowNumber: number, values: readonly PatientValue[], column: number): void {
    const id = values[column]
    const seen = this.#firstRowOf[column]
    const key = keys[column]
    if (typeof id !== 'string' || !seen || !key) return
    const first = seen.get(id)
    if (first === undefined) seen.set(id, rowNumber)
    else this.#fault(rowNumber, key, id, `Appears twice, first in row ${first}`)
  }

  #checkPressures(rowNumber: number, values: readonly PatientValue[]): void {
    const upper = values[systolic]
    const lower = values[diastolic]
    if (typeof upper !== 'number' || typeof lower !== 'number' || upper > lower) return
    this.#fault(rowNumber, 'systolicBloodPressure', String(upper), `Not above the diastolic value, ${lower}`)
  }

  #fault(row: number, key: PatientColumnKey, value: string, reason: string): void {
    this.#faultCount += 1
    this.#faultyRows.add(row)
    if (this.#faults.length === listedFaults) return
    this.#faults.push({ row, column: this.#layout.columns.get(key)?.heading ?? key, value, reason })
  }
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
