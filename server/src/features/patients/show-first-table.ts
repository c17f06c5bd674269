import { randomUUIDv7 } from 'node:crypto'
import type { Engine } from '../../core/database/engine.ts'
import type { Transaction } from '../../core/database/tables.ts'
import type { PatientRow } from './reading/read-rows.ts'
import { showWrittenTable } from './import/show-table.ts'
import { insertImport } from './import/store.ts'
import { takeLease } from './import/table-state-store.ts'
import { toTableRow } from './table/write-table.ts'

/**
 * Fills and shows the first table without a file, if nothing was ever imported. It uses one transaction, so it is for
 * small tables.
 * @param rows in the order of `patientColumns`
 */
export async function showFirstTable(
  transaction: Transaction,
  engine: Engine,
  rows: readonly PatientRow[],
  { file, nowMs }: { file: { fileName: string; sizeBytes: number; sha256: string }; nowMs: number },
): Promise<void> {
  const id = randomUUIDv7()
  await takeLease(transaction, id, nowMs)
  await engine.insertMany(
    transaction,
    'patients',
    rows.map((row, index) => toTableRow(id, index + 1, row)),
  )
  await insertImport(transaction, {
    id,
    state: 'ready',
    tableId: id,
    adminId: null,
    ...file,
    rowCount: rows.length,
    baseImportId: null,
    createdAtMs: nowMs,
  })
  await showWrittenTable(transaction, id, 'running', nowMs)
}
