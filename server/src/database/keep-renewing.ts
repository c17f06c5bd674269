/**
 * Renews a lease until it is stopped. A lease is in the row that it guards, with its end, and lasts for several renewals: who
 * does not renew it loses it to another process.
 * @param onError after a renewal that failed; the next one may succeed
 */
export function keepRenewing(everyMs: number, renew: () => Promise<void>, onError: (error: unknown) => void) {
  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(onError)
      .finally(() => (renewing = undefined))
  }, everyMs)
  return {
    /** Waits for a renewal that has begun. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await renewing
    },
  }
}
