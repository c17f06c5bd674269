import type { FileType } from '@health-console/contract/files/files.ts'
import type { Db } from '../../../core/database/tables.ts'
import { percentOf } from './offered-part.ts'
import { signatureOfVersion, withdrawalOfVersion } from './joins.ts'

/**
 * The versions that were published and may be used: currently or formerly current, so not awaiting approval, rejected
 * or withdrawn.
 */
export function publishedVersions(db: Db) {
  return db.selectFrom('fileVersions').where('state', '=', 'published')
}

export type ReleasedRow = NonNullable<Awaited<ReturnType<typeof findReleasedOf>>>
/** A listed version, with the percentage of devices to which it is offered while the current version stays. */
export type ListedRow = Awaited<ReturnType<typeof listReleased>>[number]

/**
 * For devices: versions that are published, and those that were withdrawn, with the reason. The key is type and number.
 */
export async function listReleased(db: Db) {
  const rows = await selectReleased(db)
    .select(['modelFiles.offeredVersion', 'modelFiles.offeredPercent'])
    .orderBy('modelFiles.type')
    .orderBy('fileVersions.number')
    .execute()
  return rows.map((row) => ({ ...row, percent: percentOf(row) }))
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
    .leftJoin('fileDecisions as withdrawal', withdrawalOfVersion)
    .leftJoin('fileSignatures', signatureOfVersion)
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
