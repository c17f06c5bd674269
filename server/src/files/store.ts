import { randomUUIDv7 } from 'node:crypto'
import type { FileType } from '@health-console/contract/files.ts'
import type { FileSummary } from '@health-console/formats/inspect.ts'
import type { Context } from '../context.ts'
import type { FileVersionsTable, VersionState } from '../database/tables/files.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { notFound } from '../http/errors.ts'
import { publishedVersions } from './published-store.ts'

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
    .leftJoin('fileDecisions as approval', (join) =>
      join
        .onRef('approval.fileId', '=', 'fileVersions.fileId')
        .onRef('approval.number', '=', 'fileVersions.number')
        .on('approval.decision', '=', 'approve'),
    )
    .leftJoin('admins as approver', 'approver.id', 'approval.adminId')
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
    ])
}

/** Newest first. */
export const listVersions = (db: Db, fileId: string) =>
  selectVersions(db).where('fileVersions.fileId', '=', fileId).orderBy('fileVersions.number', 'desc').execute()

/** All but the facts, which may be long. */
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
    .leftJoin('fileSignatures', (join) =>
      join
        .onRef('fileSignatures.fileId', '=', 'fileVersions.fileId')
        .onRef('fileSignatures.number', '=', 'fileVersions.number'),
    )
    .select(versionColumns)
    .select([
      'modelFiles.currentVersion',
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
    .leftJoin('fileDecisions as withdrawal', (join) =>
      join
        .onRef('withdrawal.fileId', '=', 'fileVersions.fileId')
        .onRef('withdrawal.number', '=', 'fileVersions.number')
        .on('withdrawal.decision', '=', 'withdraw'),
    )
    .select(versionColumns)
    .select(['modelFiles.type', 'withdrawal.reason as withdrawnBecause'])
    .where('fileVersions.fileId', '=', fileId)
    .where('fileVersions.number', '=', number)
    .executeTakeFirstOrThrow(versionNotFound)
}

/** What the content of a version was found to be when it was uploaded. */
export async function getFacts(db: Db, fileId: string, number: number): Promise<FileSummary> {
  const { facts } = await db
    .selectFrom('fileVersions')
    .select('facts')
    .where('fileId', '=', fileId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow(versionNotFound)
  return JSON.parse(facts)
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

/** Until the transaction ends, no other call adds a version of this file or decides about one. Call it before reading. */
export const holdFile = ({ engine }: Pick<Context, 'engine'>, transaction: Transaction, fileId: string) =>
  engine.serialize(transaction, `versions of ${fileId}`)

/** The number of the next version of a file that is held. Staged and refused ones keep theirs. */
export async function nextNumber(transaction: Transaction, fileId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('fileVersions')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export type NewVersion = Omit<FileVersionsTable, 'state' | 'replaces' | 'facts'> & { facts: FileSummary }

const newRow = ({ facts, ...version }: NewVersion) => ({ ...version, facts: JSON.stringify(facts) })

/**
 * Adds a version and makes it current.
 * @returns false when `replaces` is no longer the current version
 */
export async function addVersion(
  transaction: Transaction,
  version: NewVersion,
  { replaces, name }: { replaces: number; name: string | null },
): Promise<boolean> {
  if (!(await makeCurrent(transaction, version, { replaces, nowMs: version.createdAtMs }))) return false
  await transaction
    .insertInto('fileVersions')
    .values({ ...newRow(version), state: 'published', replaces: null })
    .execute()
  if (replaces === 0 && name !== null) await setName(transaction, version.fileId, name)
  return true
}

/**
 * Makes a version current by one conditional update. What waits for approval was seen beside another version: it is
 * replaced.
 * @returns false when `replaces` is no longer the current version
 */
export async function makeCurrent(
  transaction: Transaction,
  { fileId, number }: Pick<FileVersionsTable, 'fileId' | 'number'>,
  { replaces, nowMs }: { replaces: number; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('modelFiles')
    .set({ currentVersion: number, updatedAtMs: nowMs, ...(replaces === 0 && { createdAtMs: nowMs }) })
    .where('id', '=', fileId)
    .where('currentVersion', '=', replaces)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await replaceStaged(transaction, fileId, number)
  return true
}

/** Nothing waits for approval any more, except for one version. */
export async function replaceStaged(transaction: Transaction, fileId: string, except: number): Promise<void> {
  await transaction
    .updateTable('fileVersions')
    .set({ state: 'replaced' })
    .where('fileId', '=', fileId)
    .where('number', '!=', except)
    .where('state', '=', 'staged')
    .execute()
}

/** Adds a version that waits for approval; one that waited before is replaced. */
export async function stageVersion(
  transaction: Transaction,
  version: NewVersion,
  { replaces, name }: { replaces: number; name: string | null },
): Promise<void> {
  await replaceStaged(transaction, version.fileId, version.number)
  await transaction
    .insertInto('fileVersions')
    .values({ ...newRow(version), state: 'staged', replaces })
    .execute()
  if (replaces === 0 && name !== null) await setName(transaction, version.fileId, name)
}

export async function setState(
  transaction: Transaction,
  fileId: string,
  numbers: number[],
  state: VersionState,
): Promise<void> {
  await transaction
    .updateTable('fileVersions')
    .set({ state })
    .where('fileId', '=', fileId)
    .where('number', 'in', numbers)
    .execute()
}

/** The published versions of a file with the content of one of them, which is among them. */
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
    .innerJoin('fileDecisions', (join) =>
      join
        .onRef('fileDecisions.fileId', '=', 'fileVersions.fileId')
        .onRef('fileDecisions.number', '=', 'fileVersions.number')
        .on('fileDecisions.decision', '=', 'withdraw'),
    )
    .select(['fileVersions.number', 'fileDecisions.reason'])
    .where('fileVersions.fileId', '=', fileId)
    .where('sha256', '=', sha256)
    .where('state', '=', 'withdrawn')
    .executeTakeFirst()
}

/** The staged versions of all files, and the withdrawn ones that are newer than the content that is served. */
export async function listBesides(db: Db) {
  const rows = await selectListed(db)
    .where('fileVersions.state', 'in', ['staged', 'withdrawn'])
    .orderBy('fileVersions.number')
    .execute()
  const served = new Map((await selectCurrent(db).execute()).map((row) => [row.fileId, row.restoredFrom ?? row.number]))
  return rows.filter((row) => row.state === 'staged' || row.number > (served.get(row.fileId) ?? 0))
}

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

export async function setName(transaction: Transaction, fileId: string, name: string): Promise<void> {
  await transaction.updateTable('modelFiles').set({ name }).where('id', '=', fileId).execute()
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
