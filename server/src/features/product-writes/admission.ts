import { rateLimited, unavailable } from '../../http/errors.ts'

/** How many batches a token may send at once. */
const mostOfToken = 2
/** The requests of a token: how many in a burst, and how many per second in the long run. */
const bucket = { size: 60, perSecond: 10 }
/** How many batches are received or written at once: each is in memory as a whole. */
const mostInAll = 8

type Usage = { inProgress: number; left: number; atMs: number }

/**
 * Decides before a batch is read whether it is accepted, for each token separately. Only this process knows what is in
 * progress, so each replica admits as many.
 */
export function createAdmission(now: () => number) {
  const usages = new Map<string, Usage>()
  let inAll = 0

  /**
   * @returns a function to call once, when the work on the batch has ended
   * @throws ApiError `rate_limited`, or `unavailable` if too many batches wait for the database
   */
  return function admit(tokenId: string): () => void {
    const usage = refilled(usages.get(tokenId), now())
    if (usage.inProgress >= mostOfToken) throw rateLimited('This token already has two requests in progress.', 1_000)
    if (usage.left < 1)
      throw rateLimited('Too many requests with this token.', ((1 - usage.left) / bucket.perSecond) * 1_000)
    if (inAll >= mostInAll)
      throw unavailable('Too many requests are waiting for the database. Try again in a moment.', 5)
    usage.left -= 1
    usage.inProgress += 1
    inAll += 1
    usages.set(tokenId, usage)
    return () => {
      usage.inProgress -= 1
      inAll -= 1
    }
  }
}

/** This is the same object, because requests in progress will count down in it. */
function refilled(usage: Usage = { inProgress: 0, left: bucket.size, atMs: 0 }, nowMs: number): Usage {
  const passedMs = Math.max(0, nowMs - usage.atMs)
  usage.left = Math.min(bucket.size, usage.left + (passedMs / 1_000) * bucket.perSecond)
  usage.atMs = nowMs
  return usage
}
