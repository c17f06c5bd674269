import { partCount } from '@health-console/contract/files/parts.ts'
import type { ArrivedPart } from '@health-console/contract/files/files.ts'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/database/tables.ts'
import { conflict, invalidField } from '../../../http/errors.ts'
import { ObjectExistsError, UploadNotFoundError } from '../../../core/storage/errors.ts'
import { getPartPlace } from '../../../core/storage/part-plan.ts'
import type { StoredPart, MultipartUpload } from '../../../core/storage/storage.ts'
import { requireOwnStorage } from '../ownership/claim-storage.ts'
import {
  findUpload,
  setMultipartUpload,
  multipartUploadOf,
  type UploadRow,
  uploadNotFound,
  wholeUploadIdOf,
} from './store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

type ConfirmedPart = ArrivedPart & StoredPart

/** Whether it can be sent in parts, because its size is known. */
export const isPlanned = (upload: UploadRow): upload is UploadRow<'sizeBytes'> => upload.sizeBytes !== null

/** Opens the upload in the storage unless it is open already. From then on it is sent in parts. */
export async function openMultipartUpload(context: Context, upload: UploadRow<'sizeBytes'>): Promise<MultipartUpload> {
  const { db, storage } = context
  const known = multipartUploadOf(upload)
  if (known) return known
  await requireOwnStorage(context)
  const { sizeBytes, partSizeBytes } = upload
  const object = { key: objectKeyOf(upload), sizeBytes, partSizeBytes }
  const opened = await storage.beginUpload(object).catch((error: unknown) => {
    throw error instanceof ObjectExistsError ? wholeArrived() : error
  })
  if (await setMultipartUpload(db, upload.id, opened.uploadId)) return opened
  await storage.abortUpload(opened)
  const found = await findUpload(db, upload.id)
  if (found) requireInParts(found)
  const current = found && multipartUploadOf(found)
  if (!current) throw uploadNotFound()
  return current
}

/** @throws ApiError for an upload that has arrived or is being sent whole */
export function requireInParts(upload: UploadRow): void {
  if (upload.state === 'arrived') throw wholeArrived()
  if (wholeUploadIdOf(upload) === undefined) return
  throw conflict('This upload is being sent as a whole file. Send the file to its URL, or cancel the upload.')
}

const wholeArrived = () => conflict('The whole upload has already arrived. Publish it.')

/** The stored parts, by number. */
export async function listArrivedParts({ db, storage }: Context, upload: UploadRow): Promise<ConfirmedPart[]> {
  const stored = multipartUploadOf(upload)
  if (!stored) return []
  const rows = await listPartRows(db, upload.id)
  if (storage.kind === 'local') {
    return rows.flatMap(({ partNumber, sha256, etag }) =>
      etag === null ? [] : [{ partNumber, sizeBytes: getPartPlace(stored, partNumber).sizeBytes, sha256, etag }],
    )
  }
  const announced = new Map(rows.map((row) => [row.partNumber, row.sha256]))
  try {
    const parts = await storage.listParts(stored)
    return parts.map((part) => ({ ...part, sha256: announced.get(part.partNumber) ?? null }))
  } catch (error) {
    if (!(error instanceof UploadNotFoundError)) throw error
    // The upload was completed or cancelled. If the object exists, it was completed.
    const head = await storage.head(objectKeyOf(upload))
    return head ? wholeParts(stored, announced, head.etag) : []
  }
}

/** All parts of a completed object, because the storage no longer lists them. */
function wholeParts(
  stored: MultipartUpload,
  announced: ReadonlyMap<number, string | null>,
  etag: string,
): ConfirmedPart[] {
  return Array.from({ length: partCount(stored) }, (_, index) => {
    const partNumber = index + 1
    const { sizeBytes } = getPartPlace(stored, partNumber)
    return { partNumber, sizeBytes, sha256: announced.get(partNumber) ?? null, etag }
  })
}

/**
 * Stores the announced hashes of parts. They cannot be changed later: a part with another hash belongs to another file.
 */
export async function announceParts(
  { db }: Context,
  upload: UploadRow<'sizeBytes'>,
  parts: readonly { partNumber: number; sha256?: string | undefined }[],
): Promise<void> {
  const count = partCount(upload)
  if (parts.some((part) => part.partNumber > count)) {
    throw invalidField('parts', `This upload has ${count} ${count === 1 ? 'part' : 'parts'}.`)
  }
  const announced = parts.flatMap(({ partNumber, sha256 }) => (sha256 === undefined ? [] : [{ partNumber, sha256 }]))
  if (announced.length === 0) return
  await insertMissingParts(db, upload.id, announced)
  const hashes = new Map((await listPartRows(db, upload.id)).map((part) => [part.partNumber, part.sha256]))
  const changed = announced.find((part) => (hashes.get(part.partNumber) ?? part.sha256) !== part.sha256)
  if (changed)
    throw conflict(
      `Part ${changed.partNumber} differs from what was sent before. Begin another upload for a changed file.`,
    )
}

type PartHash = { partNumber: number; sha256: string }

/** The parts of an upload that have arrived or been announced, by number. */
function listPartRows(db: Db, uploadId: string) {
  return db.selectFrom('fileUploadParts').selectAll().where('uploadId', '=', uploadId).orderBy('partNumber').execute()
}

export function findPart(db: Db, uploadId: string, partNumber: number) {
  return db
    .selectFrom('fileUploadParts')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .where('partNumber', '=', partNumber)
    .executeTakeFirst()
}

/** Stores the announced hashes of parts that are not known yet. */
async function insertMissingParts(db: Db, uploadId: string, parts: readonly PartHash[]): Promise<void> {
  await db
    .insertInto('fileUploadParts')
    .values(parts.map((part) => ({ uploadId, ...part, etag: null })))
    .onConflict((conflict) => conflict.columns(['uploadId', 'partNumber']).doNothing())
    .execute()
}

/** Records that a part has arrived. @returns false if the upload no longer exists */
export async function storePart(
  db: Db,
  uploadId: string,
  { partNumber, sha256, etag }: PartHash & { etag: string },
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // This is first, because it locks the upload's row until the part is inserted.
    const { numUpdatedRows } = await transaction
      .updateTable('fileUploads')
      .set({ updatedAtMs: nowMs })
      .where('id', '=', uploadId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await transaction
      .insertInto('fileUploadParts')
      .values({ uploadId, partNumber, sha256, etag })
      .onConflict((conflict) => conflict.columns(['uploadId', 'partNumber']).doUpdateSet({ sha256, etag }))
      .execute()
    return true
  })
}
