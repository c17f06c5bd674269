import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/database/tables.ts'
import { nameStorage } from '../../../core/settings/storage.ts'
import { unavailable } from '../../../http/errors.ts'
import { countObjects } from '../versions/store.ts'
import { findOwner, markBucket, ownerKey } from './owner.ts'

export type StorageContext = Pick<Context, 'db' | 'storage' | 'config'>

const retryAfterSeconds = 60

/**
 * Puts the ownership marker into the storage of a new console: only while the database knows no object and the storage
 * contains none. Later, only `restore`, `move` and `adopt-files` do so, because a storage without a marker may be the
 * wrong one, or a volume that is not mounted.
 * @returns why the storage is not this console's; undefined if it is
 */
export async function claimStorage(context: StorageContext): Promise<string | undefined> {
  const mistake = await findWrongStorage(context)
  if (mistake !== undefined || (await findOwner(context)) === 'us') return mistake
  // Another replica may have been faster, with the same marker.
  await markBucket(context)
  return findWrongStorage(context)
}

/** Why the storage is not the one of the database; undefined if it is, or if it may get the marker. */
export async function findWrongStorage(context: StorageContext): Promise<string | undefined> {
  const { db, storage, config } = context
  const name = `the file storage ${nameStorage(config.storage)}`
  const owner = await findOwner(context)
  if (owner === 'us') return undefined
  if (owner === 'another') return `${name} belongs to another console, according to its ownership marker`
  if ((await countObjects(db)) > 0 || (await knowsUploads(db)))
    return `${name} has no ownership marker, although the database knows objects in it: it is the wrong one, a volume is not mounted, or its contents were lost`
  if (await isEmpty(storage)) return undefined
  return `${name} has no ownership marker, but contains objects that the database does not know`
}

/** @throws ApiError before anything is written to a storage that is not this console's */
export async function requireOwnStorage(context: StorageContext): Promise<void> {
  const mistake = await claimStorage(context)
  if (mistake === undefined) return
  throw unavailable(
    `Files can’t be uploaded or published now: ${mistake}. Ask your system administrator.`,
    retryAfterSeconds,
  )
}

/** Whether an upload has stored something. */
async function knowsUploads(db: Db): Promise<boolean> {
  const stored = db
    .selectFrom('fileUploads')
    .select('id')
    .where(({ eb, or }) => or([eb('multipartUploadId', 'is not', null), eb('arrivedBytes', 'is not', null)]))
  return (await stored.limit(1).executeTakeFirst()) !== undefined
}

async function isEmpty(storage: Context['storage']): Promise<boolean> {
  for await (const { key } of storage.listObjects()) if (key !== ownerKey) return false
  for await (const { key } of storage.listUploads()) if (key !== ownerKey) return false
  return true
}
