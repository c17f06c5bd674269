import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { PatientImportsTable } from '../../database/patient-tables.ts'
import type { Tables } from '../../database/tables.ts'
import type { StoredFile } from './receive-file.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** How long an import may stay silent before others take it for dead. */
export const leaseMs = 15_000

export function findImport(db: Db, id: string): Promise<PatientImportsTable | undefined> {
  return db.selectFrom('patientImports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Takes the right to write. @returns false when another import has it */
export async function takeLease(db: Db, importId: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('patientTableState')
    .set({ runningImportId: importId, leaseEndsAtMs: nowMs + leaseMs })
    .where('id', '=', 1)
    .where((where) => where.or([where('runningImportId', 'is', null), where('leaseEndsAtMs', '<=', nowMs)]))
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

/** Says that the import is alive and how far it is. @returns false when it was cancelled or has lost its lease */
export async function reportProgress(db: Db, importId: string, report: object, nowMs: number): Promise<boolean> {
  const lease = await db
    .updateTable('patientTableState')
    .set({ leaseEndsAtMs: nowMs + leaseMs })
    .where('runningImportId', '=', importId)
    .executeTakeFirst()
  const entry = await changeState(db, importId, 'reading', { report: JSON.stringify(report), updatedAtMs: nowMs })
  return lease.numUpdatedRows === 1n && entry
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

export async function insertReadingImport(
  db: Db,
  given: { id: string; adminId: string; file: StoredFile; baseImportId: string | null; report: object; nowMs: number },
): Promise<void> {
  const { id, adminId, file, baseImportId, report, nowMs } = given
  await insertImport(db, {
    id,
    state: 'reading',
    tableId: id,
    adminId,
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    rowCount: 0,
    baseImportId,
    report: JSON.stringify(report),
    createdAtMs: nowMs,
    appliedAtMs: null,
  })
}

export async function insertImport(
  db: Db,
  given: Omit<
    PatientImportsTable,
    'updatedAtMs' | 'addedCount' | 'changedCount' | 'removedCount' | 'restoredFromMs'
  > & {
    restoredFromMs?: number
  },
): Promise<void> {
  await db
    .insertInto('patientImports')
    .values({
      addedCount: null,
      changedCount: null,
      removedCount: null,
      restoredFromMs: null,
      updatedAtMs: given.createdAtMs,
      ...given,
    })
    .execute()
}

/** @returns false when the import is not in the state `from` (any more) */
export async function changeState(
  db: Db,
  id: string,
  from: PatientImportsTable['state'],
  change: Partial<Omit<PatientImportsTable, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('patientImports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Drops what an admin left behind before: a preview that was never confirmed, a file that was refused. */
export async function dropEarlierImports(db: Db, adminId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('patientImports')
    .set({ state: 'dropped', report: null, updatedAtMs: nowMs })
    .where('adminId', '=', adminId)
    .where('state', 'in', ['ready', 'refused'])
    .execute()
}

/** The tables that are kept, newest first, with who imported them. */
export function listEntries(db: Db, limit: number) {
  return selectEntries(db)
    .where('patientImports.state', '=', 'applied')
    .orderBy('patientImports.appliedAtMs', 'desc')
    .orderBy('patientImports.id', 'desc')
    .limit(limit)
    .execute()
}

export function getEntry(db: Db, id: string) {
  return selectEntries(db).where('patientImports.id', '=', id).executeTakeFirstOrThrow()
}

export type EntryRecord = Awaited<ReturnType<typeof getEntry>>

function selectEntries(db: Db) {
  return db
    .selectFrom('patientImports')
    .leftJoin('admins', 'admins.id', 'patientImports.adminId')
    .leftJoin('patientTableState', 'patientTableState.currentImportId', 'patientImports.id')
    .selectAll('patientImports')
    .select(['admins.fullName as adminFullName', 'admins.email as adminEmail', 'currentImportId'])
}

export const newImportId = () => randomUUIDv7()
