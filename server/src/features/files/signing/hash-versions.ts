import type { Context } from '../../../core/context.ts'
import { keepRenewing } from '../../../core/database/keep-renewing.ts'
import { defineLease } from '../../../core/database/lease.ts'
import type { Db } from '../../../core/database/tables.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import { hashObject } from '../../../core/storage/object-source.ts'
import { signByServer, type Signer } from './sign-versions.ts'

/** Another server takes over the hashing if the lease has not been renewed for this long. */
const lease = defineLease({ table: 'fileDigests', endsAt: 'leaseEndsAtMs' }, { lastsMs: 60_000 })
const renewEveryMs = lease.lastsMs / 3
/** The column of a holder is missing: 1.0.0 has none. */
const anyone = ''

export async function queueHash(db: Db, objectKey: string): Promise<void> {
  await db.insertInto('fileDigests').values({ objectKey, leaseEndsAtMs: 0 }).execute()
}

/** Hashes the objects of versions that were published without a hash. Another server takes over from one that stopped. */
export async function hashVersions(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, storage, now } = context
  while (!signal?.aborted) {
    const objectKey = await takeNext(db, now())
    if (objectKey === undefined) return
    // If the renewals fail, the object may be read twice. There is no other loss.
    const renewal = keepRenewing(
      renewEveryMs,
      () => lease.renew(db, { objectKey }, anyone, now()),
      () => {},
    )
    try {
      const { sha256 } = await hashObject(storage, toObjectKey(objectKey), signal)
      await storeHash(context, objectKey, sha256)
    } catch (error) {
      if (!signal?.aborted) throw error
      await lease.release(db, { objectKey }, anyone)
    } finally {
      await renewal.stop()
    }
  }
}

/** Claims the next object to hash, for one lease. */
async function takeNext(db: Db, nowMs: number): Promise<string | undefined> {
  for (;;) {
    const next = await db
      .selectFrom('fileDigests')
      .select('objectKey')
      .where(lease.isFree(nowMs))
      .orderBy('objectKey')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    if (await lease.take(db, { objectKey: next.objectKey }, anyone, nowMs)) return next.objectKey
  }
}

/** Writes the hash to every version that uses the object, and signs those that are published. */
export async function storeHash(
  context: Signer & Pick<Context, 'db' | 'audit'>,
  objectKey: string,
  sha256: string,
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('fileVersions')
      .set({ sha256 })
      .where('objectKey', '=', objectKey)
      .where('sha256', 'is', null)
      .execute()
    await transaction.deleteFrom('fileDigests').where('objectKey', '=', objectKey).execute()
    await signByServer(context, transaction)
  })
}
