import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../../core/context.ts'
import type { SweepProblem } from '../../../core/database/tables/files.ts'
import type { Db } from '../../../core/database/tables.ts'
import { ObjectExistsError, ObjectNotFoundError } from '../../../core/storage/errors.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'

/** What the system administrator reads. */
export const sweepProblems: Record<SweepProblem, string> = {
  foreign: 'the file storage belongs to another console: nothing in it is removed',
  unclaimed: 'the file storage has no ownership marker: nothing in it is removed before adopt-files',
  too_much_unknown:
    'many objects in the file storage are unknown to the database: nothing in it is removed before adopt-files',
}

/** The object that identifies the owner of the storage. */
export const ownerKey = toObjectKey('console-owner')

const stateId = 1

/** Compares the ownership marker in the storage with this database. */
export async function findOwner({
  db,
  storage,
}: Pick<Context, 'db' | 'storage'>): Promise<'us' | 'another' | 'nobody'> {
  const mark = await readMark(storage)
  if (mark === undefined) return 'nobody'
  return mark === (await findOwnerId(db)) ? 'us' : 'another'
}

/** Longer than any marker. */
const maxMarkLength = 255

/** Reads no more than the beginning, because others may write to the bucket. @returns undefined if there is none */
export async function readMark(storage: Pick<Storage, 'openRead'>): Promise<string | undefined> {
  try {
    let mark = ''
    for await (const chunk of await storage.openRead(ownerKey)) {
      mark += String(chunk)
      if (mark.length > maxMarkLength) break
    }
    return mark
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined
    throw error
  }
}

/** Marks the storage as this console's, even if it has another owner. */
export async function takeOverBucket(context: Pick<Context, 'db' | 'storage'>): Promise<void> {
  await context.storage.remove(ownerKey)
  await markBucket(context)
}

/** Marks a bucket that has no marker. @returns false if another console was faster */
export async function markBucket({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<boolean> {
  const mark = Buffer.from(await getOwnerId(db))
  try {
    await storage.putObject(ownerKey, Readable.from([mark]), { sizeBytes: mark.length, maxBytes: mark.length })
    return true
  } catch (error) {
    if (error instanceof ObjectExistsError) return false
    throw error
  }
}

const findOwnerId = async (db: Db) => (await db.selectFrom('bucketState').select('ownerId').executeTakeFirst())?.ownerId

/** Created on first use, so that copies of an unused database belong to different consoles. */
export async function getOwnerId(db: Db): Promise<string> {
  await db
    .insertInto('bucketState')
    .values({ id: stateId, ownerId: randomUUIDv7(), sweepProblem: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { ownerId } = await db.selectFrom('bucketState').select('ownerId').executeTakeFirstOrThrow()
  return ownerId
}

export async function setSweepProblem(db: Db, sweepProblem: SweepProblem | null): Promise<void> {
  await getOwnerId(db)
  await db.updateTable('bucketState').set({ sweepProblem }).where('id', '=', stateId).execute()
}
