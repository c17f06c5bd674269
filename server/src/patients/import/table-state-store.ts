import type { Db } from './store.ts'

// The one row that says which table is shown, and which import has the lease: the right to write.

/** How long an import may stay silent before others take it for dead. */
export const leaseMs = 15_000

export function getTableState(db: Db) {
  return db.selectFrom('patientTableState').selectAll().executeTakeFirstOrThrow()
}

/** @returns false when another import has it */
export async function takeLease(db: Db, importId: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('patientTableState')
    .set({ runningImportId: importId, leaseEndsAtMs: nowMs + leaseMs })
    .where('id', '=', 1)
    .where((where) => where.or([where('runningImportId', 'is', null), where('leaseEndsAtMs', '<=', nowMs)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when the import has lost its lease */
export async function renewLease(db: Db, importId: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('patientTableState')
    .set({ leaseEndsAtMs: nowMs + leaseMs })
    .where('runningImportId', '=', importId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function releaseLease(db: Db, importId: string): Promise<void> {
  await db
    .updateTable('patientTableState')
    .set({ runningImportId: null })
    .where('runningImportId', '=', importId)
    .execute()
}

/** Who imports right now, if anybody. */
export async function findRunningAdmin(db: Db, nowMs: number): Promise<{ fullName: string | null } | undefined> {
  return db
    .selectFrom('patientTableState')
    .innerJoin('patientImports', 'patientImports.id', 'patientTableState.runningImportId')
    .leftJoin('admins', 'admins.id', 'patientImports.adminId')
    .select('admins.fullName')
    .where('leaseEndsAtMs', '>', nowMs)
    .executeTakeFirst()
}

/**
 * Points everybody to the table of an import. `running` is the import that has the lease and gives it back; otherwise
 * nothing may be running, and the table shown must still be `base`.
 * @returns false when that does not hold
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
      .where((where) => where.or([where('runningImportId', 'is', null), where('leaseEndsAtMs', '<=', nowMs)]))
  }
  const { numUpdatedRows } = await pointer.executeTakeFirst()
  return numUpdatedRows === 1n
}
