import { partCount } from '@health-console/contract/parts.ts'
import type { ArrivedPart } from '@health-console/contract/files.ts'
import type { Context } from '../context.ts'
import { conflict, invalidField } from '../http/errors.ts'
import { UploadNotFoundError } from '../storage/errors.ts'
import { getPartPlace } from '../storage/part-plan.ts'
import type { StoredPart, Upload } from '../storage/storage.ts'
import { insertMissingParts, listPartRows } from './parts-store.ts'
import {
  findUpload,
  objectKeyOf,
  setStoreUpload,
  storeUploadOf,
  type UploadRecord,
  uploadNotFound,
} from './uploads-store.ts'

type Part = ArrivedPart & StoredPart

/** An upload that can be sent in parts because its size is known. */
export type PlannedUpload = UploadRecord & { sizeBytes: number }

export const isPlanned = (upload: UploadRecord): upload is PlannedUpload => upload.sizeBytes !== null

/** Opens the upload in the store unless it is open already. */
export async function openStoreUpload({ db, storage }: Context, upload: PlannedUpload): Promise<Upload> {
  const known = storeUploadOf(upload)
  if (known) return known
  const { sizeBytes, partSizeBytes } = upload
  const opened = await storage.beginUpload({ key: objectKeyOf(upload), sizeBytes, partSizeBytes })
  if (await setStoreUpload(db, upload.id, opened.uploadId)) return opened
  await storage.abortUpload(opened)
  const found = await findUpload(db, upload.id)
  const other = found && storeUploadOf(found)
  if (!other) throw uploadNotFound()
  return other
}

/** The stored parts, by number. */
export async function listArrivedParts({ db, storage }: Context, upload: UploadRecord): Promise<Part[]> {
  const stored = storeUploadOf(upload)
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

/** All parts of a completed object, because the store no longer lists them. */
function wholeParts(stored: Upload, announced: ReadonlyMap<number, string | null>, etag: string): Part[] {
  return Array.from({ length: partCount(stored) }, (_, index) => {
    const partNumber = index + 1
    const { sizeBytes } = getPartPlace(stored, partNumber)
    return { partNumber, sizeBytes, sha256: announced.get(partNumber) ?? null, etag }
  })
}

/**
 * Stores the announced hashes of parts. They cannot be changed later: a part with another hash belongs to another
 * file.
 */
export async function announceParts(
  { db }: Context,
  upload: PlannedUpload,
  parts: readonly { partNumber: number; sha256?: string | undefined }[],
): Promise<void> {
  const count = partCount(upload)
  if (parts.some((part) => part.partNumber > count)) {
    throw invalidField('parts', `This upload has ${count} ${count === 1 ? 'part' : 'parts'}.`)
  }
  const told = parts.flatMap(({ partNumber, sha256 }) => (sha256 === undefined ? [] : [{ partNumber, sha256 }]))
  if (told.length === 0) return
  await insertMissingParts(db, upload.id, told)
  const hashes = new Map((await listPartRows(db, upload.id)).map((part) => [part.partNumber, part.sha256]))
  const other = told.find((part) => (hashes.get(part.partNumber) ?? part.sha256) !== part.sha256)
  if (other) throw conflict(`Part ${other.partNumber} differs from what was sent before: the file has changed.`)
}
