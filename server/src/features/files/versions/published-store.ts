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
 * For devices: versions that are published, and those that were withdrawn, with the reason. The key is type and number.
 */
export function listReleased(db: Db) {
  return selectReleased(db).orderBy('modelFiles.type').orderBy('fileVersions.number').execute()
}

/**
 * The version of each type that devices are to run, by type: the current one; while that one is not hashed and signed,
 * the newest published one before it that is.
 */
export function listOffered(db: Db) {
  return selectReleased(db)
    .where('fileVersions.sha256', 'is not', null)
    .where('fileVersions.number', '=', (select) => {
      const newest = select
        .selectFrom('fileVersions as hashed')
        .select(({ fn }) => fn.max<number>('hashed.number').as('number'))
        .whereRef('hashed.fileId', '=', 'modelFiles.id')
        .whereRef('hashed.number', '<=', 'modelFiles.currentVersion')
        .where('hashed.state', '=', 'published')
        .where('hashed.sha256', 'is not', null)
      const newestSigned = newest.innerJoin('fileSignatures as signed', (join) =>
        join.onRef('signed.fileId', '=', 'hashed.fileId').onRef('signed.number', '=', 'hashed.number'),
      )
      // Nothing is signed at all for a second after a restore with another master key.
      return select.fn.coalesce(newestSigned, newest)
    })
    .orderBy('modelFiles.type')
    .execute()
}

/** The current version of a type, offered or not. */
export function findCurrent(db: Db, type: FileType) {
  return selectReleased(db)
    .where('modelFiles.type', '=', type)
    .whereRef('fileVersions.number', '=', 'modelFiles.currentVersion')
    .executeTakeFirst()
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
}
