import type { Context } from '../context.ts'
import { insertImport, newImportId, takeLease } from './import/imports-store.ts'
import type { PatientRow } from './import/read-patients.ts'
import { showStagedTable } from './import/show-table.ts'
import { writeTable } from './write-table.ts'

/** Fills a table that has never been imported, as if somebody's file had been. @param rows in the order of `patientColumns` */
export async function showFirstTable(
  { db, engine, now }: Context,
  rows: readonly PatientRow[],
  file: { fileName: string; sizeBytes: number; sha256: string },
): Promise<void> {
  const id = newImportId()
  const nowMs = now()
  await writeTable({ db, engine }, id, rows)
  await db.transaction().execute(async (transaction) => {
    await takeLease(transaction, id, nowMs)
    await insertImport(transaction, {
      id,
      state: 'ready',
      tableId: id,
      adminId: null,
      ...file,
      rowCount: rows.length,
      baseImportId: null,
      report: null,
      createdAtMs: nowMs,
      appliedAtMs: null,
    })
    await showStagedTable(transaction, id, 'running', nowMs)
  })
}
