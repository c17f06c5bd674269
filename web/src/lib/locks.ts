/**
 * Runs work while this tab holds a lock, or at once if the browser refuses locks, as Firefox does while it blocks
 * cookies.
 * @param work receives null if the lock is only wanted if available and another tab holds it, and undefined if the
 *   browser refuses locks
 */
export async function withLock<Result>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null | undefined) => Result | Promise<Result>,
): Promise<Result> {
  let hasBegun = false
  try {
    return await navigator.locks.request(name, options, (lock) => {
      hasBegun = true
      return work(lock)
    })
  } catch (error) {
    if (hasBegun || options.signal?.aborted) throw error
    return work(undefined)
  }
}
