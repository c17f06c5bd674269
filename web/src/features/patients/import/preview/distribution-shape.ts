import type { Distribution } from '@health-console/contract/patients/findings.ts'

/** One division of the scale, in the drawing's own units. It is as wide as one bin. */
export const division = 8
export const left = 8
export const baseline = 96
/** This is below the labels, so that no shape runs through them. */
const top = 34

/** The outline of the counts as steps on the baseline, with the highest of both tables at the top. */
export function outlineOf(bins: readonly number[], highest: number): string {
  const y = (count: number) => (baseline - (highest === 0 ? 0 : count / highest) * (baseline - top)).toFixed(1)
  const steps = bins.map((count, index) => `V${y(count)}H${left + (index + 1) * division}`)
  return `M${left} ${baseline}${steps.join('')}V${baseline}`
}

/** The share of all values, so that tables of different sizes can be compared. */
export function sharesOf(bins: readonly number[]): number[] {
  const all = bins.reduce((sum, count) => sum + count, 0)
  return bins.map((count) => (all === 0 ? 0 : count / all))
}

/** The scale: a division for each bin, longer at every fifth round step. */
export function axisOf(bins: Distribution): string {
  const ticks = edgesOf(bins).map(({ x, steps }) => `M${x + 0.5} ${baseline}v${isMultiple(steps, 5) ? 8 : 4}`)
  return `M${left} ${baseline}H${left + bins.now.length * division + 0.5}${ticks.join('')}`
}

/** The figures below the scale, at every tenth round step. The last position is reserved for the unit. */
export function figuresOf(bins: Distribution): { x: number; value: number }[] {
  const end = left + bins.now.length * division
  return edgesOf(bins).filter(({ x, steps }) => isMultiple(steps, 10) && x < end - 2 * division)
}

function edgesOf({ from, step, now }: Distribution) {
  return Array.from({ length: now.length + 1 }, (_, index) => ({
    x: left + index * division,
    value: exact(from + index * step),
    steps: from / step + index,
  }))
}

/** The position of a value. A value outside the axis is at its edge. */
export function xOf(value: number, { from, step, now }: Distribution): number {
  const at = Math.min(Math.max((value - from) / step, 0), now.length)
  return Number((left + at * division).toFixed(1))
}

/** The counts of both tables in at most eight ranges. */
export function rangesOf({ from, step, now, next }: Distribution): { text: string; now: number; next: number }[] {
  const width = Math.max(1, Math.ceil(now.length / 8))
  const sum = (bins: readonly number[], at: number) => bins.slice(at, at + width).reduce((all, count) => all + count, 0)
  const ranges = []
  for (let at = 0; at < now.length; at += width) {
    const [low, high] = [at, Math.min(at + width, now.length)].map((bin) => exact(from + bin * step))
    ranges.push({ text: `${low} to ${high}`, now: sum(now, at), next: sum(next, at) })
  }
  return ranges
}

const isMultiple = (steps: number, of: number) => Math.abs(steps / of - Math.round(steps / of)) < 1e-9

/** Removes the rounding errors of adding fractions. */
const exact = (value: number) => Number(value.toPrecision(12))
