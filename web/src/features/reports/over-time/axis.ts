import { formatTime } from '../../../lib/dates.ts'
import { type LineScale, shareOfScale } from '../../../lib/line-scale.ts'

export const dayMs = 86_400_000
/** A shorter range is divided at hours or minutes. */
export const hoursBelowMs = 3 * dayMs
/** The ends of a longer range are labelled with months. */
const monthsFromMs = 92 * dayMs
/** Leaves room for the needle beside the first and the last report. */
export const margin = 0.023
/** A pause of more than this many usual pauses is a gap in the line. */
const gapRatio = 2.6

/** The position of each time on the axis, from 0 to 1. The times are in order. */
export function placesOf(times: readonly number[]): number[] {
  const first = times[0] ?? 0
  const range = (times.at(-1) ?? first) - first
  const share = (time: number, index: number) => (range > 0 ? (time - first) / range : index / (times.length - 1 || 1))
  return times.map((time, index) => margin + share(time, index) * (1 - 2 * margin))
}

/** The SVG path of a line that breaks at missing values and at long pauses. A single value is a dot. */
export function pathOf(
  values: readonly (number | null)[],
  times: readonly number[],
  scale: LineScale,
  height: number,
): string {
  const places = placesOf(times)
  const longest = gapRatio * medianOf(times.slice(1).map((time, index) => time - (times[index] ?? time)))
  let path = ''
  let last: number | null = null
  for (const [index, value] of values.entries()) {
    if (value === null) {
      last = null
      continue
    }
    const point = `${((places[index] ?? 0) * 1000).toFixed(1)} ${(heightOf(value, scale) * height).toFixed(1)}`
    const isBroken = last === null || (times[index] ?? 0) - (times[last] ?? 0) > longest
    // A line without length is drawn as a dot by its round ends.
    path += isBroken ? `M${point}h0` : `L${point}`
    last = index
  }
  return path
}

/** A height from 0 at the top to 1 at the bottom, with room for the width of the line. */
export function heightOf(value: number, scale: LineScale): number {
  return 0.83 - shareOfScale(value, scale) * 0.66
}

function medianOf(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.POSITIVE_INFINITY
}

export const dayLabel = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
export const yearLabel = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** What the first and the last time of an axis are called: hours, days, or months. */
export function endsOf(times: readonly number[]): [first: string, last: string] {
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const range = last - first
  const label = (time: number) => {
    if (Number.isNaN(new Date(time).getTime())) return ''
    if (range >= monthsFromMs) return yearLabel.format(time)
    const day = dayLabel.format(time)
    if (range >= hoursBelowMs) return day
    return day === dayLabel.format(first) && day === dayLabel.format(last)
      ? (formatTime(time) ?? '')
      : `${day}, ${formatTime(time)}`
  }
  return [label(first), label(last)]
}
