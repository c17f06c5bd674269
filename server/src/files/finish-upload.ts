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
  passageKeyOf,
  storeUploadOf,
  type UploadRecord,
  uploadNotFound,
} from './uploads-store.ts'

/** An upload whose object is whole and in its place. */
export type ArrivedUpload = UploadRecord & { arrivedBytes: number }

/**
 * Brings what has arrived to its place, whichever way it came. Called again after a crash it goes on where it stopped.
 * @returns undefined when not all of it has arrived
 */
export async function finishUpload(
  context: Context,
  upload: UploadRecord,
  digests: RunningDigests,
): Promise<ArrivedUpload | undefined> {
  const { db, storage, now } = context
  if (isArrived(upload)) return upload
  let sha256: string | null = null
  const head = (await storage.head(objectKeyOf(upload))) ?? (await completeParts()) ?? (await takeFromPassage())
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
      // Somebody else has completed it, or given it up, in this moment.
      if (error instanceof UploadNotFoundError) return storage.head(stored.key)
      throw error
    }
  }

  async function takeFromPassage(): Promise<ObjectHead | null> {
    if (storage.kind !== 's3' || !isPlanned(upload)) return null
    const head = await storage.head(passageKeyOf(upload))
    return head && storage.moveObject(passageKeyOf(upload), objectKeyOf(upload))
  }
}

function isArrived(upload: UploadRecord): upload is ArrivedUpload {
  return upload.state === 'arrived' && upload.arrivedBytes !== null
}
