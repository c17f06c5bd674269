/** Ends the process by `exit` when it is asked to stop, so that what it started is stopped by the handlers of that. */
export function endOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
