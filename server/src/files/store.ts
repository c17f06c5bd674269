import { randomUUIDv7 } from 'node:crypto'
import type { FileType } from '@health-console/contract/files.ts'
import type { FileVersionsTable } from '../database/tables/files.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { notFound } from '../http/errors.ts'

/** A file with its current version. */
export type FileRow = Awaited<ReturnType<typeof getFile>>
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

/** Files that have a version. */
export const listFiles = (db: Db) => selectFiles(db).execute()

/** A file that has a version. */
export const getFile = (db: Db, id: string) =>
  selectFiles(db).where('modelFiles.id', '=', id).executeTakeFirstOrThrow(fileNotFound)

/** A file with or without a version. */
export function findFileRow(db: Db, id: string) {
  return db.selectFrom('modelFiles').selectAll().where('id', '=', id).executeTakeFirst()
}

export const fileNotFound = () => notFound('There is no such file.')
export const versionNotFound = () => notFound('There is no such version of the file.')

function selectFiles(db: Db) {
  return db
    .selectFrom('modelFiles')
    .innerJoin('fileVersions', (join) =>
      join
        .onRef('fileVersions.fileId', '=', 'modelFiles.id')
        .onRef('fileVersions.number', '=', 'modelFiles.currentVersion'),
    )
    .leftJoin('admins', 'admins.id', 'fileVersions.adminId')
    .selectAll('modelFiles')
    .select([
      'fileVersions.filename',
      'fileVersions.sizeBytes',
      'fileVersions.sha256',
      'fileVersions.objectKey',
      'fileVersions.adminId',
      'admins.fullName as adminFullName',
      'admins.email as adminEmail',
    ])
}

/** Newest first. */
export function listVersions(db: Db, fileId: string) {
  return db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .leftJoin('admins', 'admins.id', 'fileVersions.adminId')
    .selectAll('fileVersions')
    .select(['modelFiles.currentVersion', 'admins.fullName as adminFullName', 'admins.email as adminEmail'])
    .where('fileId', '=', fileId)
    .orderBy('number', 'desc')
    .execute()
}

export function getVersion(db: Db, fileId: string, number: number) {
  return db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .selectAll('fileVersions')
    .select('modelFiles.type')
    .where('fileId', '=', fileId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow(versionNotFound)
}

/** The file of a type. Creates it without a version if there is none. */
export async function ensureFile(db: Db, type: FileType, name: string, nowMs: number) {
  await db
    .insertInto('modelFiles')
    .values({ id: randomUUIDv7(), type, name, currentVersion: 0, createdAtMs: nowMs, updatedAtMs: nowMs })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .execute()
  return db.selectFrom('modelFiles').selectAll().where('type', '=', type).executeTakeFirstOrThrow()
}

/**
 * Adds a version and makes it current. One conditional update assigns the number.
 * @returns false when the current version is no longer the one before it
 */
export async function addVersion(
  transaction: Transaction,
  version: FileVersionsTable,
  name: string | null,
): Promise<boolean> {
  const { fileId, number, createdAtMs } = version
  const isFirst = number === 1
  const { numUpdatedRows } = await transaction
    .updateTable('modelFiles')
    .set({
      currentVersion: number,
      updatedAtMs: createdAtMs,
      ...(isFirst && { createdAtMs }),
      ...(isFirst && name !== null && { name }),
    })
    .where('id', '=', fileId)
    .where('currentVersion', '=', number - 1)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await transaction.insertInto('fileVersions').values(version).execute()
  return true
}

/** Which of these objects a version uses. */
export async function publishedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('fileVersions').select('objectKey').where('objectKey', 'in', keys).execute()
  return new Set(rows.map((row) => row.objectKey))
}

/** How many objects are used by a version. */
export async function countObjects(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('fileVersions')
    .select(({ fn }) => fn.count<number>('objectKey').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The versions of all files, oldest first. */
export function listAllVersions(db: Db) {
  return db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .select(['type', 'number', 'filename', 'objectKey', 'sizeBytes', 'sha256'])
    .orderBy('type')
    .orderBy('number')
    .execute()
}
