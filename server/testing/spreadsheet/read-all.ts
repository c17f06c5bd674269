import type { Cell, Row, SheetBatch } from '../../src/core/spreadsheet/cells.ts'
import { SpreadsheetError, type SpreadsheetErrorCode } from '../../src/core/spreadsheet/errors.ts'
import type { SpreadsheetLimits } from '../../src/core/spreadsheet/limits.ts'
import { readSheets } from '../../src/core/spreadsheet/read-sheets.ts'

/** The first visible sheet, batch by batch. */
export async function* readSheet(
  source: string | Uint8Array,
  limits?: Partial<SpreadsheetLimits>,
): AsyncGenerator<SheetBatch, void> {
  for await (const { isHidden, batches } of readSheets(source, limits)) if (!isHidden) return yield* batches
}

export async function readRows(source: string | Uint8Array, limits?: Partial<SpreadsheetLimits>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of readSheet(source, limits)) rows.push(...batch.rows)
  return rows
}

/** The rows in a short form: plain numbers, booleans and texts, the rest tagged. */
export async function readValues(
  source: string | Uint8Array,
  limits?: Partial<SpreadsheetLimits>,
): Promise<unknown[][]> {
  return (await readRows(source, limits)).map((row) => row.cells.map(valueOf))
}

export async function readCode(
  source: string | Uint8Array,
  limits?: Partial<SpreadsheetLimits>,
): Promise<SpreadsheetErrorCode | 'read'> {
  try {
    await readRows(source, limits)
    return 'read'
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.code
    throw error
  }
}

function valueOf(cell: Cell | undefined): unknown {
  switch (cell?.type) {
    case undefined:
      return undefined
    case 'text':
      return cell.text
    case 'number':
    case 'boolean':
      return cell.value
    case 'date':
      return { date: cell.iso }
    case 'error':
      return { error: cell.code }
    case 'formula':
      return { formula: 'without value' }
  }
}
