import { defineLease } from '../../../core/database/lease.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'

// The one row that shows which table is current, and which import has the lease: the right to write.

/** An import that does not renew its lease for this long counts as dead. */
const lease = defineLease(
  { table: 'patientTableState', endsAt: 'leaseEndsAtMs', holder: 'runningImportId', isFreeWithoutHolder: true },
  { lastsMs: 15_000 },
)
export const leaseMs = lease.lastsMs
const theRow = { id: 1 }

export function getTableState(db: Db) {
  return db.selectFrom('patientTableState').selectAll().executeTakeFirstOrThrow()
}

/** The id of the current table, which no one can change before the end of the transaction. */
export async function lockShownTable(transaction: Transaction): Promise<string | undefined> {
  await transaction
    .updateTable('patientTableState')
    .set((column) => ({ currentImportId: column.ref('currentImportId') }))
    .execute()
  const shown = await transaction
    .selectFrom('patientTableState')
    .innerJoin('patientImports', 'patientImports.id', 'patientTableState.currentImportId')
    .select('tableId')
    .executeTakeFirst()
  return shown?.tableId
}

/** @returns false if another import holds the lease */
export const takeLease = (db: Db, importId: string, nowMs: number) => lease.take(db, theRow, importId, nowMs)

/** @returns false if the import has lost its lease */
export const renewLease = (db: Db, importId: string, nowMs: number) => lease.renew(db, theRow, importId, nowMs)

export const releaseLease = (db: Db, importId: string) => lease.release(db, theRow, importId)

export async function isImportRunning(db: Db, nowMs: number): Promise<boolean> {
  const running = db.selectFrom('patientTableState').select('id').where(lease.isHeld(nowMs))
  return (await running.executeTakeFirst()) !== undefined
}

/** The admin whose import is running, if any. */
export async function findRunningAdmin(db: Db, nowMs: number) {
  return db
    .selectFrom('patientTableState')
    .innerJoin('patientImports', 'patientImports.id', 'patientTableState.runningImportId')
    .leftJoin('admins', 'admins.id', 'patientImports.adminId')
    .select(['admins.fullName', 'admins.email'])
    .where(lease.isHeld(nowMs))
    .executeTakeFirst()
}

/**
 * Makes the table of an import current. `running` is the import that holds the lease and returns it; without it no
 * import may be running, and the current table must still be `base`.
 * @returns false if these conditions are not met
 */
export async function moveTablePointer(
  db: Db,
  importId: string,
  expected: 'running' | { base: string | null },
  nowMs: number,
): Promise<boolean> {
  let pointer = db
    .updateTable('patientTableState')
    .set({ currentImportId: importId, runningImportId: null })
    .where('id', '=', 1)
  if (expected === 'running') {
    pointer = pointer.where('runningImportId', '=', importId)
  } else {
    pointer = pointer
      .where('currentImportId', expected.base === null ? 'is' : '=', expected.base)
      .where(lease.isFree(nowMs))
  }
  const { numUpdatedRows } = await pointer.executeTakeFirst()
  return numUpdatedRows === 1n
}
