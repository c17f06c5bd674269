import type { Db } from '../database/tables.ts'

/**
 * The versions that were published and may be used: current or once current, so not staged, refused or withdrawn. This is
 * the only place that decides it.
 */
export function publishedVersions(db: Db) {
  return db.selectFrom('fileVersions').where('state', '=', 'published')
}

export type ReleasedRow = Awaited<ReturnType<typeof listReleased>>[number]

/**
 * For devices: what is published and has a known hash, and what was withdrawn, with the reason. By type and number.
 */
export function listReleased(db: Db) {
  return selectReleased(db).orderBy('modelFiles.type').orderBy('fileVersions.number').execute()
}

/** One of them. */
export function findReleased(db: Db, fileId: string, number: number) {
  return selectReleased(db)
    .where('fileVersions.fileId', '=', fileId)
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
      'withdrawal.reason as withdrawnBecause',
      'withdrawal.decidedAtMs as withdrawnAtMs',
    ])
    .where('fileVersions.state', 'in', ['published', 'withdrawn'])
    .where('fileVersions.sha256', 'is not', null)
}
