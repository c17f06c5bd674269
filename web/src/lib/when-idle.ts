/** Runs something once the browser is idle. */
export function whenIdle(act: () => void): void {
  // Safari has no idle callbacks
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 1_000)
}
