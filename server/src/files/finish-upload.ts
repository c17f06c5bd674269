import { partCount } from '@health-console/contract/parts.ts'
import type { Context } from '../context.ts'
import { conflict } from '../http/errors.ts'
import { UploadMismatchError, UploadNotFoundError } from '../storage/errors.ts'
import type { ObjectHead } from '../storage/storage.ts'
import { removeUnpublished } from './discard-upload.ts'
import { isPlanned, listArrivedParts } from './parts.ts'
import type { RunningDigests } from './running-digests.ts'
import {
  findUpload,
  markArrived,
  objectKeyOf,
  incomingKeyOf,
  storeUploadOf,
  type UploadRecord,
  uploadNotFound,
} from './uploads-store.ts'

/** An upload whose object is complete and stored under its final key. */
export type ArrivedUpload = UploadRecord & { arrivedBytes: number }

/**
 * Stores what has arrived under its final key, whichever way it was sent. After a crash a second call continues the
 * work.
 * @returns undefined when the upload is not complete
 */
export async function finishUpload(
  context: Context,
  upload: UploadRecord,
  digests: RunningDigests,
): Promise<ArrivedUpload | undefined> {
  const { db, storage, now } = context
  if (isArrived(upload)) return upload
  let sha256: string | null = null
  const head = (await storage.head(objectKeyOf(upload))) ?? (await completeParts()) ?? (await moveIncoming())
  if (!head) return undefined
  if (!(await markArrived(db, upload.id, { sizeBytes: head.sizeBytes, sha256, nowMs: now() }))) {
    await removeUnpublished(context, upload.id)
    throw uploadNotFound()
  }
  const arrived = await findUpload(db, upload.id)
  if (!arrived || !isArrived(arrived)) throw uploadNotFound()
  return arrived

  async function completeParts(): Promise<ObjectHead | null> {
    const stored = storeUploadOf(upload)
    if (!stored) return null
    const parts = await listArrivedParts(context, upload)
    if (parts.length < partCount(stored)) return null
    const found = await digests.finish(stored)
    try {
      const completed = await storage.completeUpload(stored, parts)
      digests.forget(stored)
      sha256 = found
      return completed
    } catch (error) {
      if (error instanceof UploadMismatchError) throw conflict(error.message)
      // Another call has just completed or cancelled it.
      if (error instanceof UploadNotFoundError) return storage.head(stored.key)
      throw error
    }
  }

  async function moveIncoming(): Promise<ObjectHead | null> {
    if (storage.kind !== 's3' || !isPlanned(upload)) return null
    const head = await storage.head(incomingKeyOf(upload))
    return head && storage.moveObject(incomingKeyOf(upload), objectKeyOf(upload))
  }
}

function isArrived(upload: UploadRecord): upload is ArrivedUpload {
  return upload.state === 'arrived' && upload.arrivedBytes !== null
}
