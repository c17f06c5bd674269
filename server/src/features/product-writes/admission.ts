import { BusyError, createQueue } from '../../core/queue.ts'
import { rateLimited } from '../../http/errors.ts'

/** How many batches a token may send at once. */
const mostOfToken = 2
/** The requests of a token: how many in a burst, and how many per second in the long run. */
const bucket = { size: 60, perSecond: 10 }
/** How many batches are received or written at once: each is in memory as a whole. */
export const mostInAll = 8
export const tooMany = {
  message: 'Too many requests are waiting for the database. Try again in a moment.',
  retryAfterSeconds: 5,
}

type Usage = { left: number; atMs: number }

/**
 * Decides before a batch is read whether it is accepted, for each token separately. Only this process knows what is in
 * progress, so each replica admits as many.
 */
export function createAdmission(now: () => number) {
  const usages = new Map<string, Usage>()
  const queue = createQueue({ most: mostInAll, mostOfOwner: mostOfToken, longest: 0, busy: tooMany })

  /** @throws ApiError `rate_limited`, or BusyError if too many batches wait for the database */
  return async function admit<T>(tokenId: string, work: () => Promise<T>): Promise<T> {
    const counted = async () => {
      const usage = refilled(usages.get(tokenId), now())
      if (usage.left < 1)
        throw rateLimited('Too many requests with this token.', ((1 - usage.left) / bucket.perSecond) * 1_000)
      usages.set(tokenId, { ...usage, left: usage.left - 1 })
      return work()
    }
    try {
      return await queue.run(counted, { owner: tokenId })
    } catch (error) {
      if (error instanceof BusyError && error.isOwners)
        throw rateLimited('This token already has two requests in progress.', 1_000)
      throw error
    }
  }
}

function refilled({ left, atMs }: Usage = { left: bucket.size, atMs: 0 }, nowMs: number): Usage {
  const passedMs = Math.max(0, nowMs - atMs)
  return { left: Math.min(bucket.size, left + (passedMs / 1_000) * bucket.perSecond), atMs: nowMs }
}
