import { AsyncLocalStorage } from 'node:async_hooks'

/** How long a request has waited for the database so far. */
export type Patience = { waitedMs: number; isEndless: boolean }

const storage = new AsyncLocalStorage<Patience>()

/** A user waits this long for a response, and gets an error a second later at the latest. */
export const patienceMs = 14_000
/** Shorter waits do not count, so that many fast queries never use up the patience. */
const noticeableMs = 1_000

export const newPatience = (): Patience => ({ waitedMs: 0, isEndless: false })

/** Everything that `work` starts waits for the database for a limited time in all. */
export function withPatience<Result>(patience: Patience, work: () => Result): Result {
  return storage.run(patience, work)
}

/** How long the caller may still wait; undefined if it is no request, or its response has begun. */
export function remainingPatience(): number | undefined {
  const patience = storage.getStore()
  return patience === undefined || patience.isEndless ? undefined : patienceMs - patience.waitedMs
}

/** Counts how long something has kept the caller waiting, whether it succeeded or not. */
export async function countWait<Result>(wait: () => Promise<Result>): Promise<Result> {
  const patience = storage.getStore()
  if (patience === undefined) return wait()
  const startedAt = performance.now()
  try {
    return await wait()
  } finally {
    const waitedMs = performance.now() - startedAt
    if (waitedMs >= noticeableMs) patience.waitedMs += waitedMs
  }
}
