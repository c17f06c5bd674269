import type { Distribution } from '@health-console/contract/patients/findings.ts'
import type { ColumnNumbers } from './column-statistics.ts'

const mostBins = 40
/** The share of values at each end that may be outside the axis. */
const tail = 0.005

/** The distribution of a column's values before and after, in at most 40 bins of a round width. */
export function describeDistribution({ now, next }: ColumnNumbers): Distribution {
  const ends = [now, next].filter((numbers) => numbers.length > 0)
  const lowest = Math.min(...ends.map((numbers) => quantile(numbers, tail)))
  const highest = Math.max(...ends.map((numbers) => quantile(numbers, 1 - tail)))
  const step = roundStep((highest - lowest) / (mostBins - 1))
  const first = Math.floor(lowest / step)
  const count = Math.floor(highest / step) - first + 1
  const empty = () => Array.from({ length: count }, () => 0)
  const bins = { now: empty(), next: empty() }
  let [below, above] = [0, 0]
  for (const side of ['now', 'next'] as const) {
    for (const value of side === 'now' ? now : next) {
      const bin = Math.floor(value / step) - first
      if (bin < 0) below += 1
      else if (bin >= count) above += 1
      else bins[side][bin] = (bins[side][bin] ?? 0) + 1
    }
  }
  // Without rounding, 0.1 × 3 is 0.30000000000000004.
  return { from: Number((first * step).toPrecision(12)), step, ...bins, below, above }
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0
}

/** The next of 1, 2, 5, 10, 20, … and 0.5, 0.2, 0.1, … */
function roundStep(width: number): number {
  if (!(width > 0)) return 1
  const exponent = Math.floor(Math.log10(width))
  const digits = [1, 2, 5, 10].find((digit) => digit * 10 ** exponent >= width) ?? 10
  return Number(`${digits}e${exponent}`)
}
