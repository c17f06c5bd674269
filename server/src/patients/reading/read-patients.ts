import type { ImportWarning } from '@health-console/contract/patient-findings.ts'
import type { ImportReading } from '@health-console/contract/patient-questions.ts'
import { type ImportPreview } from '@health-console/contract/patient-imports.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import type { Cell, Row } from '../../spreadsheet/cells.ts'
import type { Sheet } from '../../spreadsheet/read-sheets.ts'
import { columnLetters } from '../../spreadsheet/references.ts'
import { shownValue } from './cell-text.ts'
import { findLayout, type Layout, type NoTable } from './find-layout.ts'
import { findWarning } from './find-warning.ts'
import { headingOf } from './headings.ts'
import { refuseWithoutTable } from './no-table.ts'
import { Fault, isCleaned, type PatientValue, readValue } from './read-value.ts'
import { refuse, RefusedImport } from './refusal.ts'
import { ValueList } from './value-list.ts'

/** One patient: a value for each of `patientColumns`, in their order. */
export type PatientRow = readonly PatientValue[]

/** `allWarnings` beyond the listed ones, to a bound. */
export type PatientSheet = { rows: PatientRow[]; reading: ImportReading; allWarnings: ImportWarning[] } & Pick<
  ImportPreview,
  'sheetName' | 'headerRow' | 'columnCount' | 'ignoredColumns' | 'missingColumns' | 'warningCount' | 'warnings'
>

type OnProgress = (rowsRead: number, fraction: number) => void

const keys = patientColumns.map((column) => column.key)
const memberId = keys.indexOf('memberId')
const subjectId = keys.indexOf('subjectId')
const systolic = keys.indexOf('systolicBloodPressure')
const diastolic = keys.indexOf('diastolicBloodPressure')

/**
 * Reads every row of the first sheet with the headings of the table, and checks it.
 * @throws RefusedImport with all faults; no row is imported then
 */
export async function readPatients(sheets: AsyncIterable<Sheet>, onProgress: OnProgress): Promise<PatientSheet> {
  const passed: { name: string; found: NoTable }[] = []
  for await (const { name, batches } of sheets) {
    const reader = await readRows(batches, onProgress)
    if (reader instanceof RowReader) return { sheetName: name, ...reader.end(name) }
    passed.push({ name, found: reader })
  }
  throw refuseWithoutTable(passed)
}

/** Reads a sheet to its end, unless its first rows show that it does not hold the table. */
async function readRows(batches: Sheet['batches'], onProgress: OnProgress): Promise<RowReader | NoTable> {
  let reader: RowReader | undefined
  for await (const { rows, fraction } of batches) {
    if (!reader && rows.length > 0) {
      const layout = findLayout(rows)
      if ('has' in layout) return layout
      reader = new RowReader(layout)
    }
    for (const row of rows) reader?.take(row)
    onProgress(reader?.rows.length ?? 0, fraction)
  }
  return reader ?? { has: 'nothing' }
}

class RowReader {
  readonly rows: PatientRow[] = []
  readonly #layout: Layout
  readonly #cells: readonly (number | undefined)[]
  readonly #used: ReadonlySet<number>
  readonly #withoutHeading = new Set<number>()
  readonly #memberIds = new Map<string, number>()
  readonly #subjectIds = new Map<string, number>()
  readonly #faults = new ValueList()
  readonly #warnings = new ValueList()

  constructor(layout: Layout) {
    this.#layout = layout
    this.#cells = keys.map((key) => layout.columns.get(key)?.index)
    this.#used = new Set(this.#cells.filter((index) => index !== undefined))
    if (!layout.columns.has('subjectId')) {
      this.#warn(layout.headerRow, 'subjectId', '', 'The column is missing: no patient has one')
    }
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
      if (value instanceof Fault) this.#fault(rowNumber, key, shownValue(cell), value.reason)
      else if (index !== undefined) this.#checkValue(rowNumber, key, cell, value)
      values.push(value instanceof Fault ? null : value)
    }
    this.#checkIds(rowNumber, values)
    this.#checkPressures(rowNumber, values)
    this.rows.push(values)
  }

  end(sheetName: string): Omit<PatientSheet, 'sheetName'> {
    if (this.#faults.count > 0) {
      throw new RefusedImport({
        code: 'unprocessable',
        message: `${this.#faults.inWords()} cannot be read. Nothing was imported.`,
        faults: this.#faults.listed,
        faultCount: this.#faults.count,
      })
    }
    if (this.rows.length === 0) throw refuse('There are no rows below the headings. Nothing was imported.')
    const { headerRow, columns, ignored } = this.#layout
    const withoutHeading = [...this.#withoutHeading].sort((a, b) => a - b)
    const ignoredColumns = [...ignored.values(), ...withoutHeading.map((index) => `Column ${columnLetters(index)}`)]
    return {
      reading: this.#describe(sheetName, ignoredColumns),
      headerRow,
      columnCount: columns.size + ignoredColumns.length,
      ignoredColumns,
      missingColumns: keys.filter((key) => !columns.has(key)),
      rows: this.rows,
      warningCount: this.#warnings.count,
      warnings: this.#warnings.listed,
      allWarnings: this.#warnings.kept.map((warning) => ({ ...warning, sheet: sheetName })),
    }
  }

  #describe(sheetName: string, columnsLeftOut: string[]): ImportReading {
    return {
      sheetNames: [sheetName],
      headerRow: this.#layout.headerRow,
      answers: {},
      remembered: null,
      questions: [],
      fileColumns: [],
      columns: [...this.#layout.columns].map(([column, { heading }]) => ({
        column,
        heading,
        unit: null,
        by: 'heading',
      })),
      columnsLeftOut,
      missingWords: [],
      missingNumbers: [],
      rowsNotTaken: { rows: [], counts: {} },
      hiddenRows: 0,
      notes: [],
    }
  }

  #noteColumnsWithoutHeading(cells: readonly (Cell | undefined)[]): void {
    for (let index = 0; index < cells.length; index += 1) {
      if (cells[index] === undefined || this.#used.has(index) || this.#layout.ignored.has(index)) continue
      this.#withoutHeading.add(index)
    }
  }

  #checkValue(rowNumber: number, key: PatientColumnKey, cell: Cell | undefined, value: PatientValue): void {
    const warning = findWarning(key, value)
    if (warning !== undefined) this.#warn(rowNumber, key, shownValue(cell), warning)
    if (cell && isCleaned(cell, value)) {
      this.#warn(rowNumber, key, shownValue(cell), 'Invisible characters were removed')
    }
  }

  #checkIds(rowNumber: number, values: readonly PatientValue[]): void {
    const member = findEarlier(this.#memberIds, values[memberId], rowNumber)
    if (member) this.#fault(rowNumber, 'memberId', member.id, `Appears twice, first in row ${member.firstRow}`)
    const subject = findEarlier(this.#subjectIds, values[subjectId], rowNumber)
    if (subject) this.#warn(rowNumber, 'subjectId', subject.id, `Appears twice, first in row ${subject.firstRow}`)
  }

  #checkPressures(rowNumber: number, values: readonly PatientValue[]): void {
    const upper = values[systolic]
    const lower = values[diastolic]
    if (typeof upper !== 'number' || typeof lower !== 'number' || upper > lower) return
    this.#warn(rowNumber, 'systolicBloodPressure', String(upper), `Not above the diastolic value, ${lower}`)
  }

  #fault(row: number, key: PatientColumnKey, value: string, reason: string): void {
    this.#faults.add({ row, column: this.#headingOf(key), value, reason })
  }

  #warn(row: number, key: PatientColumnKey, value: string, reason: string): void {
    this.#warnings.add({ row, column: this.#headingOf(key), value, reason })
  }

  /** As it is in the file. */
  #headingOf(key: PatientColumnKey): string {
    return this.#layout.columns.get(key)?.heading ?? headingOf(key)
  }
}

/** The row of an id that has come before; otherwise its row is remembered. */
function findEarlier(firstRows: Map<string, number>, id: PatientValue | undefined, rowNumber: number) {
  if (typeof id !== 'string') return undefined
  const firstRow = firstRows.get(id)
  if (firstRow !== undefined) return { id, firstRow }
  firstRows.set(id, rowNumber)
  return undefined
}
