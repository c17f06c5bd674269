import type { Engine } from './engine.ts'

/** Runs one transaction after the other and pauses between them, so that others can write. */
export function shortTransactions(engine: Engine): (work: () => Promise<unknown>) => Promise<void> {
  let pause = Promise.resolve()
  return async (work) => {
    await pause
    const startedAt = performance.now()
    await work()
    pause = engine.yieldWriteLock(performance.now() - startedAt)
    // The next transaction throws the error.
    pause.catch(() => {})
  }
}
