import type { PatientImportsTable } from '../../../core/database/tables/patients.ts'
import type { Db } from '../../../core/database/tables.ts'
import type { FileSurvey } from '../reading/survey/survey-sheet.ts'

/** An import that is not dropped. */
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** All columns except the survey, which may be long, because the page polls an import. */
const columns = [
  'id',
  'state',
  'tableId',
  'adminId',
  'sessionId',
  'fileName',
  'sizeBytes',
  'sha256',
  'rowCount',
  'warningCount',
  'reason',
  'baseImportId',
  'report',
  'answers',
  'summary',
  'createdAtMs',
  'appliedAtMs',
] as const

export function findImport(db: Db, id: string) {
  return db
    .selectFrom('patientImports')
    .select(columns)
    .where('id', '=', id)
    .where('state', '!=', 'dropped')
    .$narrowType<{ state: Exclude<PatientImportsTable['state'], 'dropped'> }>()
    .executeTakeFirst()
}

/** The upload of an admin that discarded the admin's earlier import, for a day. */
export async function findReplacement(db: Db, id: string, adminId: string) {
  const row = await db
    .selectFrom('patientImports')
    .select(['report', 'updatedAtMs'])
    .where('id', '=', id)
    .where('adminId', '=', adminId)
    .where('state', '=', 'dropped')
    .where('report', 'is not', null)
    .executeTakeFirst()
  if (!row?.report) return undefined
  const { fileName }: { fileName: string } = JSON.parse(row.report)
  return { fileName, atMs: row.updatedAtMs }
}

/** The contents found in an import's file; undefined once it can no longer be read in another way. */
export async function findSurvey(db: Db, id: string): Promise<FileSurvey | undefined> {
  const row = await db.selectFrom('patientImports').select('survey').where('id', '=', id).executeTakeFirst()
  return row?.survey ? JSON.parse(row.survey) : undefined
}

/** The values before a file has been read and its table has become current. */
const unknownYet = {
  sessionId: null,
  addedCount: null,
  changedCount: null,
  removedCount: null,
  warningCount: null,
  reason: null,
  restoredFromMs: null,
  report: null,
  survey: null,
  answers: null,
  summary: null,
  appliedAtMs: null,
}

export async function insertImport(
  db: Db,
  values: Omit<PatientImportsTable, 'updatedAtMs' | keyof typeof unknownYet> & Partial<PatientImportsTable>,
): Promise<void> {
  await db
    .insertInto('patientImports')
    .values({ ...unknownYet, updatedAtMs: values.createdAtMs, ...values })
    .execute()
}

/** The stored tables, newest first, with who imported them. */
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

export type EntryRow = Awaited<ReturnType<typeof getEntry>>

function selectEntries(db: Db) {
  return db
    .selectFrom('patientImports')
    .leftJoin('admins', 'admins.id', 'patientImports.adminId')
    .leftJoin('patientTableState', 'patientTableState.currentImportId', 'patientImports.id')
    .selectAll('patientImports')
    .select(['admins.fullName as adminFullName', 'admins.email as adminEmail', 'currentImportId'])
}

/**
 * Imports that were dropped before a time. Those that another upload discarded are listed again once they were dropped
 * before an earlier time.
 */
export function listDroppedBefore(
  db: Db,
  { beforeMs, replacedBeforeMs }: { beforeMs: number; replacedBeforeMs: number },
): Promise<PatientImportsTable[]> {
  return db
    .selectFrom('patientImports')
    .selectAll()
    .where('state', '=', 'dropped')
    .where('updatedAtMs', '<', beforeMs)
    .where((where) =>
      where.or([
        where('report', 'is', null),
        where('tableId', '!=', withoutRows),
        where('updatedAtMs', '<', replacedBeforeMs),
      ]),
    )
    .execute()
}

/** In place of the table of a dropped import whose rows are deleted. */
const withoutRows = ''

/** Keeps what replaced a dropped import, whose rows are deleted. */
export async function forgetRows(db: Db, id: string): Promise<void> {
  await db
    .updateTable('patientImports')
    .set({ tableId: withoutRows })
    .where('id', '=', id)
    .where('state', '=', 'dropped')
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
