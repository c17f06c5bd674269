import { withLock } from '../../../../lib/locks.ts'

/** How long to wait for work that was just paused or cancelled in this tab. */
const timeoutMs = 3_000

const elsewhere = 'This file is already being uploaded in another tab. Continue there, or close that tab and try again.'

/**
 * Runs the work, unless another tab runs work with this name.
 * @throws Error in that case
 */
export async function inOneTab<Result>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  waitMs = timeoutMs,
): Promise<Result> {
  const timeout = AbortSignal.timeout(waitMs)
  let isHeld = false
  try {
    return await withLock(name, { signal: AbortSignal.any([signal, timeout]) }, () => {
      isHeld = true
      return work()
    })
  } catch (error) {
    if (isHeld || signal.aborted) throw error
    throw new Error(elsewhere, { cause: error })
  }
}
