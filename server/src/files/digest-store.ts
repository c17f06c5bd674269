import type { Db } from '../database/tables.ts'

/** Another server takes over the hashing when the lease has not been renewed for this long. */
export const digestLeaseMs = 60_000

export async function queueDigest(db: Db, objectKey: string): Promise<void> {
  await db.insertInto('fileDigests').values({ objectKey, leaseEndsAtMs: 0 }).execute()
}

/** Claims the next object to hash, for one lease. */
export async function claimDigest(db: Db, nowMs: number): Promise<string | undefined> {
  for (;;) {
    const next = await db
      .selectFrom('fileDigests')
      .selectAll()
      .where('leaseEndsAtMs', '<=', nowMs)
      .orderBy('objectKey')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const { numUpdatedRows } = await db
      .updateTable('fileDigests')
      .set({ leaseEndsAtMs: nowMs + digestLeaseMs })
      .where('objectKey', '=', next.objectKey)
      .where('leaseEndsAtMs', '=', next.leaseEndsAtMs)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return next.objectKey
  }
}

export async function setDigestLease(db: Db, objectKey: string, leaseEndsAtMs: number): Promise<void> {
  await db.updateTable('fileDigests').set({ leaseEndsAtMs }).where('objectKey', '=', objectKey).execute()
}

/** Writes the hash to every version that uses the object. */
export async function storeDigest(db: Db, objectKey: string, sha256: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('fileVersions')
      .set({ sha256 })
      .where('objectKey', '=', objectKey)
      .where('sha256', 'is', null)
      .execute()
    await transaction.deleteFrom('fileDigests').where('objectKey', '=', objectKey).execute()
  })
}
