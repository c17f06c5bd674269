import type { Context } from '../../core/context.ts'
import { listAllVersions } from '../../features/files/versions/store.ts'
import { findOwner, markBucket } from '../../features/files/ownership/owner.ts'
import { ObjectNotFoundError } from '../../core/storage/errors.ts'
import { hashObject } from '../../core/storage/object-source.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import type { ObjectKey, Storage } from '../../core/storage/storage.ts'

type Copied = { copied: number; missing: string[] }

/**
 * Copies the objects of all versions into another storage, whose ownership marker then identifies this console. Objects
 * that already exist, according to their hash, stay.
 * @throws Error for a bucket of another console, and for an object that arrived with other bytes than were read
 */
export async function copyObjects(
  context: Pick<Context, 'db' | 'storage'>,
  from: Storage,
  onObject: (done: number, total: number) => void,
): Promise<Copied> {
  const { db, storage } = context
  const owner = await findOwner(context)
  if (owner === 'another') throw new Error('The new file storage belongs to another console. Set an empty one.')
  const hashes = new Map((await listAllVersions(db)).map(({ objectKey, sha256 }) => [objectKey, sha256]))
  const missing: string[] = []
  let done = 0
  for (const [name, known] of hashes) {
    const key = toObjectKey(name)
    const original = await from.head(key)
    if (original === null) missing.push(name)
    else await copyObject(from, storage, { key, sizeBytes: original.sizeBytes, known })
    done += 1
    onObject(done, hashes.size)
  }
  if (owner === 'nobody') await markBucket(context)
  return { copied: hashes.size - missing.length, missing }
}

async function copyObject(
  from: Storage,
  to: Storage,
  { key, sizeBytes, known }: { key: ObjectKey; sizeBytes: number; known: string | null },
): Promise<void> {
  const sha256 = known ?? (await hashObject(from, key)).sha256
  if ((await findHash(to, key)) === sha256) return
  // This is what a killed move has left.
  await to.remove(key)
  await to.putObject(key, await from.openRead(key), { sizeBytes, maxBytes: sizeBytes })
  if ((await findHash(to, key)) !== sha256)
    throw new Error(`The object ${key} in the new storage is not the one that was published. Run the command again.`)
}

async function findHash(storage: Storage, key: ObjectKey): Promise<string | undefined> {
  try {
    return (await hashObject(storage, key)).sha256
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined
    throw error
  }
}
