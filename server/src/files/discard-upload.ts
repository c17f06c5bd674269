import type { Context } from '../context.ts'
import { deleteUpload, objectKeyOf, passageKeyOf, storeUploadOf, type UploadRecord } from './uploads-store.ts'

/** Gives an upload up, with everything that has arrived of it. @returns false when somebody else has ended it */
export async function discardUpload(context: Context, upload: UploadRecord): Promise<boolean> {
  if (!(await deleteUpload(context.db, upload.id))) return false
  await removeBytes(context, upload)
  return true
}

/** What lies in the store of an upload whose row is gone; the sweep finds what a crash leaves here. */
export async function removeBytes(context: Context, upload: UploadRecord): Promise<void> {
  await removeByways(context, upload)
  await context.storage.remove(objectKeyOf(upload))
}

/** What came by the ways on which the object did not: parts beside a whole file, or the other way round. */
export async function removeByways({ storage }: Context, upload: UploadRecord): Promise<void> {
  const stored = storeUploadOf(upload)
  if (stored) await storage.abortUpload(stored)
  if (storage.kind === 's3') await storage.remove(passageKeyOf(upload))
}
