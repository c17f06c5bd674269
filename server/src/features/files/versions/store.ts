import type { FileType } from '@health-console/contract/files/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { notFound } from '../../../http/errors.ts'
import type { StoredFacts } from './changed-lines.ts'
import { percentOf } from './offered-part.ts'
import { publishedVersions } from './published-store.ts'
import { signatureOfVersion, withdrawalOfVersion } from './joins.ts'

/** A file with its current version. */
export type FileRow = Awaited<ReturnType<typeof getFile>>
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]
export type ListedRow = Awaited<ReturnType<typeof getListed>>

/** Files that have a version, in the order of their types. */
export const listFiles = (db: Db) => selectFiles(db).orderBy('modelFiles.type').execute()

/** A file that has a version. */
export const getFile = (db: Db, id: string) =>
  selectFiles(db).where('modelFiles.id', '=', id).executeTakeFirstOrThrow(fileNotFound)

/** A file with or without a version. */
export function findFileRow(db: Db, id: string) {
  return db.selectFrom('modelFiles').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findFileOfType(db: Db, type: FileType) {
  return db.selectFrom('modelFiles').selectAll().where('type', '=', type).executeTakeFirst()
}

export const fileNotFound = () => notFound('This file doesn’t exist.')
export const versionNotFound = () => notFound('This version of the file doesn’t exist.')

function selectFiles(db: Db) {
  return db
    .selectFrom('modelFiles')
    .innerJoin('fileVersions', (join) =>
      join
        .onRef('fileVersions.fileId', '=', 'modelFiles.id')
        .onRef('fileVersions.number', '=', 'modelFiles.currentVersion'),
    )
    .leftJoin('admins', 'admins.id', 'fileVersions.adminId')
    .leftJoin('fileDecisions as approval', (join) =>
      join
        .onRef('approval.fileId', '=', 'fileVersions.fileId')
        .onRef('approval.number', '=', 'fileVersions.number')
        .on('approval.decision', '=', 'approve'),
    )
    .leftJoin('admins as approver', 'approver.id', 'approval.adminId')
    .leftJoin('fileSignatures', signatureOfVersion)
    .selectAll('modelFiles')
    .select([
      'approval.adminId as approverId',
      'approver.fullName as approverFullName',
      'approver.email as approverEmail',
      'fileVersions.filename',
      'fileVersions.sizeBytes',
      'fileVersions.sha256',
      'fileVersions.objectKey',
      'fileVersions.adminId',
      'admins.fullName as adminFullName',
      'admins.email as adminEmail',
      'fileSignatures.signedAtMs',
    ])
}

/** Newest first. */
export const listVersions = (db: Db, fileId: string) =>
  selectVersions(db).where('fileVersions.fileId', '=', fileId).orderBy('fileVersions.number', 'desc').execute()

/** All columns except the facts, which may be long. */
const versionColumns = [
  'fileVersions.fileId',
  'fileVersions.number',
  'fileVersions.filename',
  'fileVersions.sizeBytes',
  'fileVersions.sha256',
  'fileVersions.objectKey',
  'fileVersions.adminId',
  'fileVersions.restoredFrom',
  'fileVersions.createdAtMs',
  'fileVersions.state',
  'fileVersions.replaces',
] as const

const selectVersions = (db: Db) =>
  db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .leftJoin('admins', 'admins.id', 'fileVersions.adminId')
    .leftJoin('fileSignatures', signatureOfVersion)
    .select(versionColumns)
    .select([
      'modelFiles.currentVersion',
      'modelFiles.offeredVersion',
      'modelFiles.offeredPercent',
      'admins.fullName as adminFullName',
      'admins.email as adminEmail',
      'fileSignatures.signedAtMs',
      (select) =>
        select
          .selectFrom('fileVersions as earlier')
          .select(({ fn }) => fn.min<number | null>('earlier.number').as('number'))
          .whereRef('earlier.fileId', '=', 'fileVersions.fileId')
          .whereRef('earlier.sha256', '=', 'fileVersions.sha256')
          .whereRef('earlier.number', '<', 'fileVersions.number')
          .as('sameAs'),
    ])

export function getVersion(db: Db, fileId: string, number: number) {
  return db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .leftJoin('fileDecisions as withdrawal', withdrawalOfVersion)
    .select(versionColumns)
    .select(['modelFiles.type', 'withdrawal.reason as withdrawnBecause'])
    .where('fileVersions.fileId', '=', fileId)
    .where('fileVersions.number', '=', number)
    .executeTakeFirstOrThrow(versionNotFound)
}

/** The facts about a version's content that were found at the upload. */
export async function getFacts(db: Db, fileId: string, number: number): Promise<StoredFacts> {
  const { facts } = await db
    .selectFrom('fileVersions')
    .select('facts')
    .where('fileId', '=', fileId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow(versionNotFound)
  return JSON.parse(facts)
}

/** Longer facts are not read for a list, which may need those of 200 versions. */
const maxListedFacts = 64 * 1024

/** The facts about these versions of some of the files, by `<file> <number>`. */
export async function listFacts(
  db: Db,
  versions: readonly { fileId: string; number: number }[],
): Promise<Map<string, StoredFacts>> {
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('fileVersions')
    .select(['fileId', 'number', 'facts'])
    .where('fileId', 'in', [...new Set(versions.map(({ fileId }) => fileId))])
    .where('number', 'in', [...new Set(versions.map(({ number }) => number))])
    .where(({ fn }) => fn<number>('length', ['facts']), '<=', maxListedFacts)
    .execute()
  return new Map(rows.map(({ fileId, number, facts }) => [`${fileId} ${number}`, JSON.parse(facts)]))
}

/** The published versions of a file with the same content as one of them, including that one. */
export async function listSameContent(transaction: Transaction, fileId: string, number: number): Promise<number[]> {
  const { objectKey, sha256 } = await getVersion(transaction, fileId, number)
  const rows = await publishedVersions(transaction)
    .select('number')
    .where('fileId', '=', fileId)
    .where((where) =>
      where.or([where('objectKey', '=', objectKey), ...(sha256 === null ? [] : [where('sha256', '=', sha256)])]),
    )
    .orderBy('number')
    .execute()
  return rows.map((row) => row.number)
}

/** A withdrawn version of a file with this content. */
export function findWithdrawn(db: Db, fileId: string, sha256: string) {
  return db
    .selectFrom('fileVersions')
    .innerJoin('fileDecisions as withdrawal', withdrawalOfVersion)
    .select(['fileVersions.number', 'withdrawal.reason'])
    .where('fileVersions.fileId', '=', fileId)
    .where('sha256', '=', sha256)
    .where('state', '=', 'withdrawn')
    .executeTakeFirst()
}

/**
 * The versions of all files that await approval, and the withdrawn ones that are newer than the content that is served.
 */
export async function listBesides(db: Db) {
  const rows = await selectListed(db)
    .where('fileVersions.state', 'in', ['awaiting_approval', 'withdrawn'])
    .orderBy('fileVersions.number')
    .execute()
  const served = new Map((await selectCurrent(db).execute()).map((row) => [row.fileId, row.restoredFrom ?? row.number]))
  return rows.filter((row) => row.state === 'awaiting_approval' || row.number > (served.get(row.fileId) ?? 0))
}

/** The versions that are offered to a part of the devices. */
export async function listOffers(db: Db) {
  const rows = await selectListed(db)
    .whereRef('fileVersions.number', '=', 'modelFiles.offeredVersion')
    .orderBy('modelFiles.type')
    .execute()
  return rows.filter((row) => percentOf(row) !== null)
}

/** The versions of all files, newest first. */
export const listNewestFirst = (db: Db) =>
  selectListed(db).orderBy('fileVersions.createdAtMs', 'desc').orderBy('fileVersions.number', 'desc').execute()

/** One version with its file. */
export const getListed = (db: Db, fileId: string, number: number) =>
  selectListed(db)
    .where('fileVersions.fileId', '=', fileId)
    .where('fileVersions.number', '=', number)
    .executeTakeFirstOrThrow(versionNotFound)

const selectListed = (db: Db) => selectVersions(db).select(['modelFiles.type', 'modelFiles.name'])

const selectCurrent = (db: Db) =>
  db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', (join) =>
      join
        .onRef('modelFiles.id', '=', 'fileVersions.fileId')
        .onRef('modelFiles.currentVersion', '=', 'fileVersions.number'),
    )
    .select(['fileVersions.fileId', 'fileVersions.number', 'fileVersions.restoredFrom'])

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

/** The object of the current version of each file. */
export const listCurrentObjects = (db: Db) =>
  db
    .selectFrom('fileVersions')
    .innerJoin('modelFiles', (join) =>
      join
        .onRef('modelFiles.id', '=', 'fileVersions.fileId')
        .onRef('modelFiles.currentVersion', '=', 'fileVersions.number'),
    )
    .select(['type', 'number', 'objectKey'])
    .orderBy('type')
    .execute()

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
