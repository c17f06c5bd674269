import { partCount } from '@health-console/contract/files/parts.ts'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../http/errors.ts'
import {
  ObjectExistsError,
  UploadBusyError,
  UploadMismatchError,
  UploadNotFoundError,
} from '../../../core/storage/errors.ts'
import type { ObjectHead } from '../../../core/storage/storage.ts'
import { removeUnpublished } from './discard-upload.ts'
import { listArrivedParts } from './parts.ts'
import { findUpload, markArrived, multipartUploadOf, type UploadRow, uploadNotFound } from './store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

/**
 * Stores the uploaded bytes under their final key, however they were sent. After a crash, a second request continues
 * the work.
 * @returns undefined if the upload is not complete
 */
export async function finishUpload(
  context: Context,
  upload: UploadRow,
): Promise<UploadRow<'arrivedBytes'> | undefined> {
  const { db, storage, now } = context
  if (isArrived(upload)) return upload
  const head = (await storage.head(objectKeyOf(upload))) ?? (await completeParts())
  if (!head) return undefined
  if (!(await markArrived(db, upload.id, { sizeBytes: head.sizeBytes, nowMs: now() }))) {
    await removeUnpublished(context, upload.id)
    throw uploadNotFound()
  }
  const arrived = await findUpload(db, upload.id)
  if (!arrived || !isArrived(arrived)) throw uploadNotFound()
  return arrived

  async function completeParts(): Promise<ObjectHead | null> {
    const stored = multipartUploadOf(upload)
    if (!stored) return null
    const parts = await listArrivedParts(context, upload)
    if (parts.length < partCount(stored)) return null
    try {
      return await storage.completeUpload(stored, parts)
    } catch (error) {
      if (error instanceof UploadMismatchError || error instanceof UploadBusyError) throw conflict(error.message)
      // Another request has just completed or cancelled it.
      if (error instanceof UploadNotFoundError || error instanceof ObjectExistsError) return storage.head(stored.key)
      throw error
    }
  }
}

function isArrived(upload: UploadRow): upload is UploadRow<'arrivedBytes'> {
  return upload.state === 'arrived' && upload.arrivedBytes !== null
}
