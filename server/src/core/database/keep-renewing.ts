/**
 * Renews a lease until it is stopped. A lease is in the row that it guards, with its end, and lasts for several
 * renewals: a process that does not renew it loses it to another.
 * @param onError called after a failed renewal; the next one may succeed
 */
export function keepRenewing(everyMs: number, renew: () => Promise<unknown>, onError: (error: unknown) => void) {
  let renewing: Promise<unknown> | undefined
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(onError)
      .finally(() => (renewing = undefined))
  }, everyMs)
  return {
    /** This waits for a renewal that has begun. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await renewing
    },
  }
}
