import type { Context } from '../context.ts'
import type { ObjectKey } from '../storage/storage.ts'
import { removeBytes } from './discard-upload.ts'
import { publishedKeys } from './store.ts'
import { abandonedAfterMs, deleteAbandoned, listAbandoned, listUploadsById, uploadIdOf } from './uploads-store.ts'

const keysAtOnce = 200

/**
 * Gives up uploads that nobody has gone on with for a day, and removes what crashes have left in the store for as
 * long. Every replica does it; doing it twice changes nothing.
 */
export async function sweepFiles(context: Context): Promise<void> {
  const { db, storage, now } = context
  for (const upload of await listAbandoned(db, now())) {
    if (await deleteAbandoned(db, upload.id, now())) await removeBytes(context, upload)
  }

  // A row is written before the first byte, so whatever has none is nobody's.
  const oldestMs = now() - abandonedAfterMs
  for await (const uploads of inGroups(storage.listUploads())) {
    const known = await listUploadsById(db, uploads.map(idOf))
    for (const { key, uploadId, startedAtMs } of uploads) {
      if (startedAtMs > oldestMs || known.get(uploadIdOf(key))?.storeUploadId === uploadId) continue
      await storage.abortUpload({ key, uploadId })
    }
  }
  for await (const objects of inGroups(storage.listObjects(''))) {
    const old = objects.filter((object) => object.modifiedAtMs <= oldestMs)
    // In this order: an upload that is published between the two questions is found by the second.
    const known = await listUploadsById(db, old.map(idOf))
    const published = await publishedKeys(
      db,
      old.map(({ key }) => key),
    )
    for (const { key } of old) {
      if (!known.has(uploadIdOf(key)) && !published.has(key)) await storage.remove(key)
    }
  }
}

const idOf = ({ key }: { key: ObjectKey }) => uploadIdOf(key)

async function* inGroups<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < keysAtOnce) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
