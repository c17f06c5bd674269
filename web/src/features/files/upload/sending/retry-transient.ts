import { isFromProxy, isTransient, NetworkError } from '../../../../api/errors.ts'
import { sleep } from '../../../../lib/sleep.ts'
import { PutError } from './put-part.ts'

const firstWaitMs = 1_000
const longestWaitMs = 15_000
/** Waiting longer does not help if a server responds with an error. */
const longestFailureMs = 60_000
/** The console's server notices within two minutes that a connection was lost. */
const longestConflictMs = 180_000

type RetryOptions = {
  signal: AbortSignal
  /** Called with true before each wait, and with false once the work has succeeded. */
  onWaiting: (isWaiting: boolean) => void
}

/**
 * Retries the work as long as its errors are transient: the network or the server is unreachable, a proxy has answered
 * for it for less than a minute, or the storage is still busy with a lost connection. Any other error is final.
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
      failingSinceMs = error instanceof NetworkError ? undefined : (failingSinceMs ?? Date.now())
      const longestMs = isConflict(error) ? longestConflictMs : longestFailureMs
      if (failingSinceMs !== undefined && Date.now() - failingSinceMs >= longestMs) throw error
      onWaiting(true)
      await pause(waitMs, signal)
    }
  }
}

const isTransientPut = (error: unknown) => isConflict(error) || (error instanceof PutError && isFromProxy(error.status))

/** Whether the storage has not noticed yet that the connection of an earlier attempt was lost. */
export const isConflict = (error: unknown) => error instanceof PutError && error.status === 409

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
