import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { startLoop } from '../loop.ts'
import { toObjectKey } from '../storage/object-key.ts'
import { digestObject } from '../storage/object-source.ts'
import { claimDigest, digestLeaseMs, setDigestLease, storeDigest } from './digest-store.ts'

const lookEveryMs = 1_000
const renewEveryMs = digestLeaseMs / 3

/** Hashes in the background what was not hashed on its way in; what a stopped server leaves is taken up by the next. */
export function startDigests(context: Context, logger: FastifyBaseLogger) {
  const stopping = new AbortController()
  const loop = startLoop(lookEveryMs, () => digestWaiting(context, stopping.signal), logger)
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await loop.stop()
    },
  }
}

/** Hashes every object that waits. */
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
