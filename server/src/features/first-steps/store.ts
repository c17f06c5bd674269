import { type FileType, fileTypes } from '@health-console/contract/files/files.ts'
import type { Db } from '../../core/database/tables.ts'

export async function hasOtherSuperAdmin(db: Db, adminId: string): Promise<boolean> {
  const query = db.selectFrom('admins').select('id').where('role', '=', 'super_admin').where('id', '!=', adminId)
  return (await query.limit(1).execute()).length > 0
}

export async function hasPatients(db: Db): Promise<boolean> {
  const query = db.selectFrom('patientTableState').select('currentImportId').where('currentImportId', 'is not', null)
  return (await query.execute()).length > 0
}

/** The types of files that have no version. */
export async function listMissingFiles(db: Db): Promise<FileType[]> {
  const files = await db.selectFrom('modelFiles').select('type').where('currentVersion', '>', 0).execute()
  return fileTypes.map(({ type }) => type).filter((type) => !files.some((file) => file.type === type))
}

/** Sent emails are stored for a while. */
export async function hasSentMail(db: Db): Promise<boolean> {
  const query = db.selectFrom('outbox').select('id').where('state', '=', 'sent')
  return (await query.limit(1).execute()).length > 0
}

export async function hasBackup(db: Db): Promise<boolean> {
  const query = db.selectFrom('maintenanceRuns').select('task').where('task', '=', 'backup')
  return (await query.where('succeededAtMs', 'is not', null).execute()).length > 0
}
