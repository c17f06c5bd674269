import type { FileType } from '@health-console/contract/files.ts'
import type { Db } from '../../../core/database/tables.ts'

/**
 * The versions that were published and may be used: currently or formerly current, so not awaiting approval, rejected
 * or withdrawn.
 */
export function publishedVersions(db: Db) {
  return db.selectFrom('fileVersions').where('state', '=', 'published')
}

export type ReleasedRow = Awaited<ReturnType<typeof listReleased>>[number]

/**
 * For devices: versions that are published and have a known hash, and those that were withdrawn, with the reason. The
 * key is type and number.
 */
export function listReleased(db: Db) {
  return selectReleased(db).orderBy('modelFiles.type').orderBy('fileVersions.number').execute()
}

/** The current version of each type, by type. */
export function listCurrent(db: Db) {
  return selectReleased(db)
    .whereRef('fileVersions.number', '=', 'modelFiles.currentVersion')
    .orderBy('modelFiles.type')
    .execute()
}

export function findReleasedOf(db: Db, type: FileType, number: number) {
  return selectReleased(db)
    .where('modelFiles.type', '=', type)
    .where('fileVersions.number', '=', number)
    .executeTakeFirst()
}

function selectReleased(db: Db) {
  return db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .leftJoin('fileDecisions as withdrawal', (join) =>
      join
        .onRef('withdrawal.fileId', '=', 'fileVersions.fileId')
        .onRef('withdrawal.number', '=', 'fileVersions.number')
        .on('withdrawal.decision', '=', 'withdraw'),
    )
    .leftJoin('fileSignatures', (join) =>
      join
        .onRef('fileSignatures.fileId', '=', 'fileVersions.fileId')
        .onRef('fileSignatures.number', '=', 'fileVersions.number'),
    )
    .select([
      'fileVersions.fileId',
      'modelFiles.type',
      'modelFiles.name',
      'modelFiles.currentVersion',
      'fileVersions.number',
      'fileVersions.filename',
      'fileVersions.sizeBytes',
      'fileVersions.sha256',
      'fileVersions.objectKey',
      'fileVersions.state',
      'fileVersions.createdAtMs',
      'fileSignatures.keyId as signedBy',
      'withdrawal.reason as withdrawnBecause',
      'withdrawal.decidedAtMs as withdrawnAtMs',
    ])
    .where('fileVersions.state', 'in', ['published', 'withdrawn'])
    .where('fileVersions.sha256', 'is not', null)
}
