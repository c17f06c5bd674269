import type { FileUploadsTable } from '../../../core/database/tables/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { notFound, notYours } from '../../../http/errors.ts'
import type { MultipartUpload } from '../../../core/storage/storage.ts'
import { objectFolder, objectKeyOf } from '../versions/object-key.ts'

/** The row of an upload. With `UploadRow<'sizeBytes'>`, its size is known. */
export type UploadRow<Known extends keyof FileUploadsTable = never> = FileUploadsTable & {
  [Field in Known]: NonNullable<FileUploadsTable[Field]>
}

/** An upload without activity for this long is abandoned. */
const abandonedAfterMs = 24 * 3_600_000

const notEnded = ['open', 'arrived'] as const
const ended = ['given_up', 'abandoned'] as const

/** Begins the id of an attempt to send the whole file. Requests for parts then find no upload in the storage. */
const wholePrefix = 'whole:'

/** The storage's id of the latest attempt to send the whole file; undefined if there is none, or parts are sent. */
export const wholeUploadIdOf = ({ multipartUploadId }: UploadRow): string | undefined =>
  multipartUploadId?.startsWith(wholePrefix) ? multipartUploadId.slice(wholePrefix.length) : undefined

/** The multipart upload as the storage identifies it; undefined until it has been opened. */
export function multipartUploadOf(upload: UploadRow): MultipartUpload | undefined {
  const { multipartUploadId: uploadId, sizeBytes, partSizeBytes } = upload
  if (uploadId === null || sizeBytes === null || wholeUploadIdOf(upload) !== undefined) return undefined
  return { key: objectKeyOf(upload), uploadId, sizeBytes, partSizeBytes }
}

const gone = 'This upload no longer exists. It may have been published, cancelled or expired.'
export const uploadNotFound = () => notFound(gone)

export async function insertUpload(
  db: Db,
  values: Pick<
    UploadRow,
    | 'id'
    | 'fileId'
    | 'adminId'
    | 'sessionHash'
    | 'confirmedSessionId'
    | 'name'
    | 'filename'
    | 'sizeBytes'
    | 'partSizeBytes'
    | 'headSha256'
  >,
  nowMs: number,
): Promise<UploadRow> {
  const upload: UploadRow = {
    ...values,
    state: 'open',
    multipartUploadId: null,
    arrivedBytes: null,
    sha256: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  await db.insertInto('fileUploads').values(upload).execute()
  return upload
}

/** Finds an upload that has not ended. */
export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('fileUploads').selectAll().where('id', '=', id).where('state', 'in', notEnded).executeTakeFirst()
}

/** @throws ApiError also for an upload of another admin */
export async function getOwnUpload(db: Db, id: string, adminId: string): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (!upload) throw uploadNotFound()
  if (upload.adminId !== adminId) throw notYours(gone, `upload:${id}`)
  return upload
}

/** Whether an upload has become a version. The id comes from a caller. */
export async function wasPublished(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('fileVersions')
    .select('number')
    .where('objectKey', '=', `${objectFolder}/${id}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this session began the specified upload, or otherwise the newest of this admin and file. */
export async function wasConfirmed(
  db: Db,
  {
    fileId,
    uploadId,
    adminId,
    sessionId,
  }: { fileId: string; uploadId: string | undefined; adminId: string; sessionId: string },
): Promise<boolean> {
  const uploads = await listUploads(db, adminId)
  const wanted = uploads.find((upload) => (uploadId === undefined ? upload.fileId === fileId : upload.id === uploadId))
  return wanted === undefined || wanted.confirmedSessionId === sessionId
}

/** The unfinished uploads of one admin, newest first. */
export function listUploads(db: Db, adminId: string) {
  return db
    .selectFrom('fileUploads')
    .innerJoin('modelFiles', 'modelFiles.id', 'fileUploads.fileId')
    .selectAll('fileUploads')
    .select('modelFiles.type')
    .where('adminId', '=', adminId)
    .where('state', 'in', notEnded)
    .orderBy('fileUploads.createdAtMs', 'desc')
    .orderBy('fileUploads.id', 'desc')
    .execute()
}

/** Records activity, so that the upload does not count as abandoned for another day. */
export async function touchUpload(db: Db, id: string, nowMs: number, sessionHash?: string): Promise<void> {
  await db
    .updateTable('fileUploads')
    .set({ updatedAtMs: nowMs, ...(sessionHash !== undefined && { sessionHash }) })
    .where('id', '=', id)
    .where('state', 'in', notEnded)
    .execute()
}

/** @returns false if another request has opened it meanwhile, or it has ended */
export async function setMultipartUpload(db: Db, id: string, multipartUploadId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileUploads')
    .set({ multipartUploadId })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('multipartUploadId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Decides that an upload is sent whole, and by this attempt.
 * @param upload as it was read; an earlier attempt in it loses
 * @returns false if its way has been decided meanwhile, or it has ended
 */
export async function claimWhole(db: Db, upload: UploadRow, uploadId: string): Promise<boolean> {
  const { id, multipartUploadId: known } = upload
  const { numUpdatedRows } = await db
    .updateTable('fileUploads')
    .set({ multipartUploadId: wholePrefix + uploadId })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('multipartUploadId', known === null ? 'is' : '=', known)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** After a failed attempt to send the whole file, the next one decides the way again. */
export async function releaseWhole(db: Db, id: string, uploadId: string): Promise<void> {
  await db
    .updateTable('fileUploads')
    .set({ multipartUploadId: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('multipartUploadId', '=', wholePrefix + uploadId)
    .execute()
}

/**
 * Records that the object is complete.
 * @param arrived `whole` is the attempt that has sent it and computed its hash
 * @returns false if the upload has ended, or another attempt has replaced that one
 */
export async function markArrived(
  db: Db,
  id: string,
  { sizeBytes, whole, nowMs }: { sizeBytes: number; whole?: { uploadId: string; sha256: string }; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileUploads')
    .set({ state: 'arrived', arrivedBytes: sizeBytes, sha256: whole?.sha256 ?? null, updatedAtMs: nowMs })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$if(whole !== undefined, (query) => query.where('multipartUploadId', '=', `${wholePrefix}${whole?.uploadId}`))
    .executeTakeFirst()
  return numUpdatedRows > 0n || (await findUpload(db, id))?.state === 'arrived'
}

/**
 * Claims an upload to publish it, even if the sweep has ended it while its content was inspected.
 * @returns false if it was cancelled, or another request has published it
 */
export async function takeArrived(transaction: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('fileUploads')
    .where('id', '=', id)
    .where('arrivedBytes', 'is not', null)
    .where('state', '!=', 'given_up')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Ends an upload. Its row stays until the bytes are removed. @throws ApiError if the upload has ended or was published
 */
export async function giveUpUpload(transaction: Transaction, id: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('fileUploads')
    .set({ state: 'given_up' })
    .where('id', '=', id)
    .where('state', 'in', notEnded)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw uploadNotFound()
}

/** Ends all uploads of an admin for a file. @returns their ids */
export async function giveUpUploads(
  transaction: Transaction,
  { fileId, adminId }: Pick<UploadRow, 'fileId' | 'adminId'>,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('fileUploads')
    .set({ state: 'given_up' })
    .where('fileId', '=', fileId)
    .where('adminId', '=', adminId)
    .where('state', 'in', notEnded)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Ends uploads without activity for a day. @returns their ids */
export async function endAbandoned(transaction: Transaction, nowMs: number): Promise<string[]> {
  const rows = await transaction
    .updateTable('fileUploads')
    .set({ state: 'abandoned', updatedAtMs: nowMs })
    .where('state', 'in', notEnded)
    .where('updatedAtMs', '<=', nowMs - abandonedAfterMs)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Ended uploads that may still have something in the storage. */
export function listEnded(db: Db): Promise<UploadRow[]> {
  return db.selectFrom('fileUploads').selectAll().where('state', 'in', ended).execute()
}

/** Finds an ended upload that may still have something in the storage. */
export function findEnded(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('fileUploads').selectAll().where('id', '=', id).where('state', 'in', ended).executeTakeFirst()
}

/** Deletes the row of an ended upload once its bytes are removed. */
export async function deleteEnded(db: Db, id: string): Promise<void> {
  await db.deleteFrom('fileUploads').where('id', '=', id).where('state', 'in', ended).execute()
}

/** Which of these uploads have a row, ended or not. */
export async function knownUploads(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('fileUploads').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}
