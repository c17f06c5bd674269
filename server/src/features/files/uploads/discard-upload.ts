import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { publishedKeys } from '../versions/store.ts'
import { deleteEnded, findEnded, type UploadRow } from './store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

/**
 * Removes all the bytes of an ended upload. Its row is deleted last, so that the sweep can continue after a crash. Does
 * nothing if the upload has not ended.
 */
export async function removeEnded(context: Context, id: string): Promise<void> {
  if (!(await findEnded(context.db, id))) return
  await removeLeftovers(context, id)
  await context.storage.remove(objectKeyOf({ id }))
  await deleteEnded(context.db, id)
}

/** Removes unfinished parts, but not the object itself. */
export async function removeLeftovers({ storage }: Pick<Context, 'storage'>, id: UploadRow['id']): Promise<void> {
  const key = objectKeyOf({ id })
  for await (const upload of storage.listUploads(key)) {
    if (upload.key === key) await storage.abortUpload(upload)
  }
}

/**
 * Removes the object of an upload that ended before the object was complete, unless another request published it. Both
 * ends are final.
 */
export async function removeUnpublished({ db, storage }: Pick<Context, 'db' | 'storage'>, id: string): Promise<void> {
  const key = objectKeyOf({ id })
  if (!(await publishedKeys(db, [key])).has(key)) await storage.remove(key)
}

/** A failed removal does not fail the request: the sweep tries again. */
export async function removeNow({ log }: FastifyRequest, removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) =>
    log.warn({ err: error }, 'an upload could not be removed from the storage; the sweep will remove it'),
  )
}
