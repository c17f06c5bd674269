import type { Context } from '../../../core/context.ts'
import type { ObjectKey } from '../../../core/storage/storage.ts'
import { countObjects, publishedKeys } from '../versions/store.ts'
import { ownerKey } from '../ownership/owner.ts'
import { knownUploads } from '../uploads/store.ts'
import { objectKeyOf, uploadIdOf } from '../versions/object-key.ts'

/**
 * An object in the storage and its age. `multipartUploadId` is empty for an object and identifies a multipart upload.
 */
export type Stored = { key: ObjectKey; multipartUploadId: string; sinceMs: number }

export type Survey = {
  storedCount: number
  /** Objects that belong to no version and no upload. */
  unknown: Stored[]
  /** Published uploads of which a crash has left more than the object. */
  publishedWithLeftovers: Set<string>
  /** The number of objects that versions refer to, and how many of them are in the storage. */
  publishedCount: number
  foundCount: number
}

const itemsAtOnce = 200

/** Compares everything in the storage with the database. */
export async function surveyBucket({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<Survey> {
  const survey: Survey = {
    storedCount: 0,
    unknown: [],
    publishedWithLeftovers: new Set(),
    publishedCount: await countObjects(db),
    foundCount: 0,
  }
  for await (const group of inGroups(everything())) {
    survey.storedCount += group.length
    // Versions are read second, so that an upload published between the two queries is found.
    const ids = group.map(({ key }) => uploadIdOf(key))
    const uploads = await knownUploads(db, ids)
    const published = await publishedKeys(db, [...group.map(({ key }) => key), ...ids.map((id) => objectKeyOf({ id }))])
    for (const item of group) {
      const id = uploadIdOf(item.key)
      const isOfUpload = item.key === objectKeyOf({ id })
      if (published.has(item.key) && item.multipartUploadId === '') survey.foundCount += 1
      else if (isOfUpload && published.has(objectKeyOf({ id }))) survey.publishedWithLeftovers.add(id)
      else if (!isOfUpload || !uploads.has(id)) survey.unknown.push(item)
    }
  }
  return survey

  async function* everything(): AsyncGenerator<Stored> {
    for await (const { key, uploadId, startedAtMs } of storage.listUploads()) {
      if (key !== ownerKey) yield { key, multipartUploadId: uploadId, sinceMs: startedAtMs }
    }
    for await (const { key, modifiedAtMs } of storage.listObjects()) {
      if (key !== ownerKey) yield { key, multipartUploadId: '', sinceMs: modifiedAtMs }
    }
  }
}

async function* inGroups<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < itemsAtOnce) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
