import { shareOfRange } from '../../../lib/share-of-range.ts'

const dayMs = 86_400_000
/** Leaves room for the needle beside the first and the last report. */
const margin = 0.023
/** A pause of more than this many usual pauses is a gap in the line. */
const gapRatio = 2.6
/** The widths of labels with the space beside them: "17 Nov", "Nov" and "Jan 2026". */
const labelRem = { day: 4.5, month: 2.75, year: 5.25 }
/** Half the width of a character. */
const halfCharacterRem = 0.22

/** The position of each time on the axis, from 0 to 1. The times are in order. */
export function placesOf(times: readonly number[]): number[] {
  const first = times[0] ?? 0
  const range = (times.at(-1) ?? first) - first
  const share = (time: number, index: number) => (range > 0 ? (time - first) / range : index / (times.length - 1 || 1))
  return times.map((time, index) => margin + share(time, index) * (1 - 2 * margin))
}

/** The SVG path of a line that breaks at missing values and at long pauses. A single value is a dot. */
export function pathOf(values: readonly (number | null)[], times: readonly number[], height: number): string {
  const known = values.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const places = placesOf(times)
  const longest = gapRatio * medianOf(times.slice(1).map((time, index) => time - (times[index] ?? time)))
  let path = ''
  let last: number | null = null
  for (const [index, value] of values.entries()) {
    if (value === null) {
      last = null
      continue
    }
    const point = `${((places[index] ?? 0) * 1000).toFixed(1)} ${(heightOf(value, lowest, highest) * height).toFixed(1)}`
    const isBroken = last === null || (times[index] ?? 0) - (times[last] ?? 0) > longest
    // A line without length is drawn as a dot by its round ends.
    path += isBroken ? `M${point}h0` : `L${point}`
    last = index
  }
  return path
}

/** A height from 0 at the top to 1 at the bottom, with room for the width of the line. */
export function heightOf(value: number, lowest: number, highest: number): number {
  return 0.83 - shareOfRange(value, lowest, highest) * 0.66
}

function medianOf(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.POSITIVE_INFINITY
}

const dayLabel = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthLabel = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const yearLabel = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The beginning of a day, week or month. Its label is empty if the end of the axis would cut it off. */
type Mark = { place: number; label: string }

/** The beginnings of days, weeks or months that divide the axis: as many as their labels have room for. */
export function marksOf(times: readonly number[], widthRem: number): Mark[] {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || last <= first || widthRem === 0) return []
  const remMs = (last - first) / (widthRem * (1 - 2 * margin))
  const days = [1, 7].find((count) => count * dayMs >= labelRem.day * remMs)
  const starts = days ? daysBetween(first, last, days) : monthsBetween(first, last, monthsOf(remMs))
  // One of them contains the year.
  const years = starts.filter((time) => new Date(time).getUTCMonth() === 0)
  const withYear = new Set(years.length > 0 ? years : starts.slice(0, 1))
  return starts.map((time) => {
    const place = margin + ((time - first) / (last - first)) * (1 - 2 * margin)
    const label = (days ? dayLabel : withYear.has(time) ? yearLabel : monthLabel).format(time)
    const hasRoom = Math.min(place, 1 - place) * widthRem >= label.length * halfCharacterRem
    return { place, label: hasRoom ? label : '' }
  })
}

/** Every nth day. Weeks begin on Monday. */
function daysBetween(first: number, last: number, days: number): number[] {
  const monday = 4 * dayMs
  const step = days * dayMs
  const start = Math.ceil((first - monday) / step) * step + monday
  const count = Math.max(0, Math.floor((last - start) / step) + 1)
  return Array.from({ length: count }, (_, index) => start + index * step)
}

/** As few months as there is room for: a fraction of a year, or whole years. */
function monthsOf(remMs: number): number {
  const monthMs = 28 * dayMs
  const part = [1, 2, 3, 6].find((months) => months * monthMs >= labelRem.month * remMs)
  return part ?? Math.ceil((labelRem.year * remMs) / (12 * monthMs)) * 12
}

function monthsBetween(first: number, last: number, step: number): number[] {
  const start = new Date(first)
  const month = start.getUTCFullYear() * 12 + start.getUTCMonth()
  const starts: number[] = []
  for (let index = (Math.floor(month / step) + 1) * step; ; index += step) {
    const time = Date.UTC(2000, index - 24_000)
    // No number of months leads past a last time that is too large to be a date.
    if (!(time <= last)) return starts
    starts.push(time)
  }
}
