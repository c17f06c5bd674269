import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { publishedKeys } from './store.ts'
import { deleteEnded, findEnded, objectKeyOf, passageKeyOf, type UploadRecord } from './uploads-store.ts'

/**
 * Removes everything that has arrived of an upload that has ended, and its row last: the sweep goes on after a crash.
 * Nothing happens to one that has not ended.
 */
export async function removeEnded(context: Context, id: string): Promise<void> {
  if (!(await findEnded(context.db, id))) return
  await removeByways(context, id)
  await context.storage.remove(objectKeyOf({ id }))
  await deleteEnded(context.db, id)
}

/** What came by the ways on which the object did not, or did not come to its end. */
export async function removeByways({ storage }: Pick<Context, 'storage'>, id: UploadRecord['id']): Promise<void> {
  const key = objectKeyOf({ id })
  for await (const upload of storage.listUploads(key)) {
    if (upload.key === key) await storage.abortUpload(upload)
  }
  if (storage.kind === 's3') await storage.remove(passageKeyOf({ id }))
}

/**
 * Removes the object of an upload that had ended before it was whole; not if it had ended because another call has
 * published it. Both are final: no upload comes back.
 */
export async function removeUnpublished({ db, storage }: Pick<Context, 'db' | 'storage'>, id: string): Promise<void> {
  const key = objectKeyOf({ id })
  if (!(await publishedKeys(db, [key])).has(key)) await storage.remove(key)
}

/** What a request has decided is done: what cannot be removed at this moment is left to the sweep. */
export async function removeNow({ log }: FastifyRequest, removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) => log.warn({ err: error }, 'an upload is removed from the store later'))
}
