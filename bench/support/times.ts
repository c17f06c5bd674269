/** Formats times, such as "median 2.1 ms, p99 9 ms, longest 14 ms (812 requests)". */
export function describeTimes(times: readonly number[]): string {
  const at = (share: number) => atShare(times, share).toFixed(1)
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${times.length} requests)`
}

/** The quantile of the values: the median at 0.5, the longest at 1. */
export function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => atShare(values, 0.5)

/** Measures the work in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  return (await time(work)) / 1000
}
