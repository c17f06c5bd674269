import type { Context } from '../context.ts'
import { toObjectKey } from '../storage/object-key.ts'
import { digestObject } from '../storage/object-source.ts'
import { claimDigest, digestLeaseMs, setDigestLease, storeDigest } from './digest-store.ts'

const renewEveryMs = digestLeaseMs / 3

/** Hashes what was not hashed on its way in; what a stopped server leaves is taken up by the next. */
export async function digestWaiting({ db, storage, now }: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const objectKey = await claimDigest(db, now())
    if (objectKey === undefined) return
    const renewal = setInterval(() => {
      // A lease that could not be renewed costs a second reading, nothing else.
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
