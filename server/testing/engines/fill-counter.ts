import { addUse } from '../../src/core/counters/counters.ts'
import type { TestApp } from '../build-app.ts'

/** Counts this many uses at once, now. */
export async function fillCounter(
  { context }: TestApp,
  bucket: string,
  { uses, windowMs }: { uses: number; windowMs: number },
): Promise<void> {
  const atMs = context.now()
  for (let n = 0; n < uses; n += 1) await addUse(context.db, { bucket, atMs, endsAtMs: atMs + windowMs })
}
