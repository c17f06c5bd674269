import { randomUUIDv7 } from 'node:crypto'
import type { PatientImportsTable } from '../../database/tables/patients.ts'
import type { Db } from '../../database/tables.ts'
import type { StoredFile } from './receive-file.ts'

export const newImportId = () => randomUUIDv7()

export function findImport(db: Db, id: string): Promise<PatientImportsTable | undefined> {
  return db.selectFrom('patientImports').selectAll().where('id', '=', id).executeTakeFirst()
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

/** What is not known before a file has been read. */
type Later = 'addedCount' | 'changedCount' | 'removedCount' | 'warningCount' | 'reason' | 'restoredFromMs'

export async function insertImport(
  db: Db,
  given: Omit<PatientImportsTable, 'updatedAtMs' | Later> & Partial<Pick<PatientImportsTable, Later>>,
): Promise<void> {
  await db
    .insertInto('patientImports')
    .values({
      addedCount: null,
      changedCount: null,
      removedCount: null,
      warningCount: null,
      reason: null,
      restoredFromMs: null,
      updatedAtMs: given.createdAtMs,
      ...given,
    })
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

export function listDroppedBefore(db: Db, beforeMs: number): Promise<PatientImportsTable[]> {
  return db
    .selectFrom('patientImports')
    .selectAll()
    .where('state', '=', 'dropped')
    .where('updatedAtMs', '<', beforeMs)
    .execute()
}

/** Whether an import that is not dropped shows the rows of this table: its own, or an entry that restored it. */
export async function isTableInUse(db: Db, tableId: string): Promise<boolean> {
  const user = await db
    .selectFrom('patientImports')
    .select('id')
    .where('tableId', '=', tableId)
    .where('state', '!=', 'dropped')
    .executeTakeFirst()
  return user !== undefined
}

export async function deleteDroppedImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('patientImports').where('id', '=', id).where('state', '=', 'dropped').execute()
}
