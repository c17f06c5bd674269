import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { FileUploadsTable } from '../database/file-tables.ts'
import type { Tables } from '../database/tables.ts'
import { notFound } from '../http/errors.ts'
import { toObjectKey } from '../storage/object-key.ts'
import type { ObjectKey, Upload } from '../storage/storage.ts'

type Db = Kysely<Tables> | Transaction<Tables>

export type UploadRecord = FileUploadsTable

/** An upload without activity for so long is given up. */
export const abandonedAfterMs = 24 * 3_600_000

const objectFolder = 'models'
const passageFolder = 'incoming'

/** Where the object of an upload comes to lie. No two uploads have the same, so nothing is ever written over. */
export const objectKeyOf = ({ id }: Pick<UploadRecord, 'id'>): ObjectKey => toObjectKey(`${objectFolder}/${id}`)

/** Where a client may put the whole file by an address that it could use again. */
export const passageKeyOf = ({ id }: Pick<UploadRecord, 'id'>): ObjectKey => toObjectKey(`${passageFolder}/${id}`)

/** The upload whose object or passage this is, if any. */
export const uploadIdOf = (key: ObjectKey): string => key.slice(key.indexOf('/') + 1)

/** How the store knows an upload in parts; undefined as long as it has not been opened there. */
export function storeUploadOf(upload: UploadRecord): Upload | undefined {
  const { storeUploadId: uploadId, sizeBytes, partSizeBytes } = upload
  if (uploadId === null || sizeBytes === null) return undefined
  return { key: objectKeyOf(upload), uploadId, sizeBytes, partSizeBytes }
}

export const uploadNotFound = () => notFound('There is no such upload. It may have been published, cancelled or ended.')

export async function insertUpload(
  db: Db,
  given: Pick<
    UploadRecord,
    'fileId' | 'adminId' | 'sessionHash' | 'name' | 'filename' | 'sizeBytes' | 'partSizeBytes' | 'headSha256'
  >,
  nowMs: number,
): Promise<UploadRecord> {
  const upload: UploadRecord = {
    ...given,
    id: randomUUIDv7(),
    state: 'open',
    storeUploadId: null,
    arrivedBytes: null,
    sha256: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  await db.insertInto('fileUploads').values(upload).execute()
  return upload
}

export function findUpload(db: Db, id: string): Promise<UploadRecord | undefined> {
  return db.selectFrom('fileUploads').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Anybody else's is as good as none. */
export async function getOwnUpload(db: Db, id: string, adminId: string): Promise<UploadRecord> {
  const upload = await findUpload(db, id)
  if (upload?.adminId !== adminId) throw uploadNotFound()
  return upload
}

/** Of one admin, newest first. */
export function listUploads(db: Db, adminId: string) {
  return db
    .selectFrom('fileUploads')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileUploads.fileId')
    .selectAll('fileUploads')
    .select('modelFiles.type')
    .where('adminId', '=', adminId)
    .orderBy('fileUploads.createdAtMs', 'desc')
    .orderBy('fileUploads.id', 'desc')
    .execute()
}

/** Something happened to it: the day after which it is given up begins anew. */
export async function touchUpload(db: Db, id: string, nowMs: number, sessionHash?: string): Promise<void> {
  await db
    .updateTable('fileUploads')
    .set({ updatedAtMs: nowMs, ...(sessionHash !== undefined && { sessionHash }) })
    .where('id', '=', id)
    .execute()
}

/** Their session goes on under another token. */
export async function moveUploads(db: Db, fromSessionHash: string, toSessionHash: string): Promise<void> {
  await db
    .updateTable('fileUploads')
    .set({ sessionHash: toSessionHash })
    .where('sessionHash', '=', fromSessionHash)
    .execute()
}

/** @returns false when another call has opened it meanwhile, or it is gone */
export async function setStoreUpload(db: Db, id: string, storeUploadId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileUploads')
    .set({ storeUploadId })
    .where('id', '=', id)
    .where('storeUploadId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The object is whole and in its place. @returns false when the upload is gone */
export async function markArrived(
  db: Db,
  id: string,
  { sizeBytes, sha256, nowMs }: { sizeBytes: number; sha256: string | null; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileUploads')
    .set({ state: 'arrived', arrivedBytes: sizeBytes, sha256, updatedAtMs: nowMs })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n || (await findUpload(db, id))?.state === 'arrived'
}

/** @returns false when somebody else has; then what becomes of the object is theirs to decide */
export async function deleteUpload(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('fileUploads').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export function listAbandoned(db: Db, nowMs: number): Promise<UploadRecord[]> {
  return db
    .selectFrom('fileUploads')
    .selectAll()
    .where('updatedAtMs', '<=', nowMs - abandonedAfterMs)
    .execute()
}

/** @returns false when something has happened to it meanwhile */
export async function deleteAbandoned(db: Db, id: string, nowMs: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('fileUploads')
    .where('id', '=', id)
    .where('updatedAtMs', '<=', nowMs - abandonedAfterMs)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listUploadsById(db: Db, ids: string[]): Promise<Map<string, UploadRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('fileUploads').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
