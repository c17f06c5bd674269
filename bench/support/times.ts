/** "median 2.1 ms, p99 9 ms, longest 14 ms (812 requests)" */
export function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${times.length} requests)`
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** How many milliseconds the work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  return (await time(work)) / 1000
}
