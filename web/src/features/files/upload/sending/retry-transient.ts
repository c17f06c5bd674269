import { ApiError, isFromProxy, isTransient } from '../../../../api/errors.ts'
import { sleep } from '../../../../lib/sleep.ts'
import { PutError } from './put-part.ts'

const firstWaitMs = 1_000
const longestWaitMs = 15_000
/** Waiting longer does not help if a server responds with an error. */
const longestFailureMs = 60_000

type RetryOptions = {
  signal: AbortSignal
  /** Called with true before each wait, and with false once the work has succeeded. */
  onWaiting: (isWaiting: boolean) => void
}

/**
 * Retries the work as long as its errors are transient: the network or the server is unreachable, or a proxy has
 * answered for it for less than a minute. Any other error is final.
 */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  { signal, onWaiting }: RetryOptions,
): Promise<Result> {
  let failingSinceMs: number | undefined
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      const result = await work()
      onWaiting(false)
      return result
    } catch (error) {
      signal.throwIfAborted()
      if (!isTransient(error) && !isTransientPut(error)) throw error
      failingSinceMs = isServerError(error) ? (failingSinceMs ?? Date.now()) : undefined
      if (failingSinceMs !== undefined && Date.now() - failingSinceMs >= longestFailureMs) throw error
      onWaiting(true)
      await pause(waitMs, signal)
    }
  }
}

/** With 409, the storage has not noticed yet that the connection was lost. */
const isTransientPut = (error: unknown) =>
  error instanceof PutError && (error.status === 409 || isFromProxy(error.status))

const isServerError = (error: unknown) =>
  (error instanceof ApiError || error instanceof PutError) && error.status >= 500

/** Waits until the time is over or the network is back. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const early = Promise.withResolvers<void>()
  const over = new AbortController()
  addEventListener('online', () => early.resolve(), { signal: over.signal })
  try {
    await Promise.race([sleep(ms, AbortSignal.any([signal, over.signal])), early.promise])
  } finally {
    over.abort()
  }
}
