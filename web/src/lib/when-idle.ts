/** Runs something once the browser has nothing better to do. */
export function whenIdle(act: () => void): void {
  // Safari has no idle callbacks
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 1_000)
}
