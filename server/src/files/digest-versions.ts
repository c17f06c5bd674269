import type { Context } from '../context.ts'
import { toObjectKey } from '../storage/object-key.ts'
import { digestObject } from '../storage/object-source.ts'
import { claimDigest, digestLeaseMs, setDigestLease, storeDigest } from './digest-store.ts'

const renewEveryMs = digestLeaseMs / 3

/** Hashes objects that were not hashed while they arrived. Another server takes over from one that stopped. */
export async function digestWaiting({ db, storage, now }: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const objectKey = await claimDigest(db, now())
    if (objectKey === undefined) return
    const renewal = setInterval(() => {
      // If the renewal fails, the object may be read twice. Nothing else is lost.
      setDigestLease(db, objectKey, now() + digestLeaseMs).catch(() => {})
    }, renewEveryMs)
    try {
      const { sha256 } = await digestObject(storage, toObjectKey(objectKey), signal)
      await storeDigest(db, objectKey, sha256)
    } catch (error) {
      if (!signal?.aborted) throw error
      await setDigestLease(db, objectKey, 0)
    } finally {
      clearInterval(renewal)
    }
  }
}
