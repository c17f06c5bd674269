import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { FileDecisionsTable } from '../../../core/database/tables/files.ts'

export type DecisionRow = Awaited<ReturnType<typeof listDecisions>>[number]

type Decision = Omit<FileDecisionsTable, 'doubt'> & { doubt?: FileDecisionsTable['doubt'] }

export async function insertDecision(transaction: Transaction, decision: Decision): Promise<void> {
  await transaction
    .insertInto('fileDecisions')
    .values({ doubt: null, ...decision })
    .execute()
}

/** The decisions about the versions of these files, oldest first. */
export async function listDecisions(db: Db, fileIds: string[]) {
  if (fileIds.length === 0) return []
  return db
    .selectFrom('fileDecisions')
    .leftJoin('admins', 'admins.id', 'fileDecisions.adminId')
    .selectAll('fileDecisions')
    .select(['admins.fullName as adminFullName', 'admins.email as adminEmail'])
    .where('fileId', 'in', fileIds)
    .orderBy('decidedAtMs')
    .execute()
}
