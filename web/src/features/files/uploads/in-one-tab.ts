/** Time for what has just been paused or cancelled in this tab to end. */
const patienceMs = 3_000

const elsewhere =
  'This file is being uploaded in another tab of this browser. Go on there, or close that tab and try again.'

/** Runs work unless another tab does the work of this name. @throws Error that says so */
export async function inOneTab<Result>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  waitMs = patienceMs,
): Promise<Result> {
  const patience = AbortSignal.timeout(waitMs)
  let isHeld = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.any([signal, patience]) }, () => {
      isHeld = true
      return work()
    })
  } catch (error) {
    if (isHeld || signal.aborted) throw error
    throw new Error(elsewhere, { cause: error })
  }
}
