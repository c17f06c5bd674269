import type { Db } from '../database/tables.ts'

/** Every version whose SHA-256 is known, newest first, with the name of its file. */
export const listHashedVersions = (db: Db) =>
  db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .select(['modelFiles.name', 'fileVersions.number as version', 'fileVersions.sha256'])
    .where('fileVersions.sha256', 'is not', null)
    .$narrowType<{ sha256: string }>()
    .orderBy('fileVersions.number', 'desc')
    .execute()
