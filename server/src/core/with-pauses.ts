import { setImmediate } from 'node:timers/promises'

/**
 * Passes batches of a database on, and lets other requests run after each. SQLite responds synchronously: without a
 * pause, a fast reader would block all of them.
 */
export async function* withPauses<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch, void> {
  for await (const batch of batches) {
    yield batch
    await setImmediate()
  }
}
