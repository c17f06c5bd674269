import { formatTime } from '../../../lib/dates.ts'
import { dayLabel, dayMs, hoursBelowMs, margin, yearLabel } from './axis.ts'

const minuteMs = 60_000
/** The widths of labels with the space beside them: "17 Nov" or "07:00", "Nov" and "Jan 2026". */
const labelRem = { day: 4.5, month: 2.75, year: 5.25 }
/** Half the width of a character. */
const halfCharacterRem = 0.22

const monthLabel = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** The beginning of an hour, day, week or month. Its label is empty if the end of the axis would cut it off. */
type Mark = { place: number; label: string }

/** The beginnings of hours, days, weeks or months that divide the axis: as many as their labels have room for. */
export function marksOf(times: readonly number[], widthRem: number): Mark[] {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || last <= first || widthRem === 0) return []
  const remMs = (last - first) / (widthRem * (1 - 2 * margin))
  const stepMs = stepsOf(last - first).find((step) => step >= labelRem.day * remMs)
  const starts = stepMs ? stepsBetween(first, last, stepMs) : monthsBetween(first, last, monthsOf(remMs))
  // One of them contains the year.
  const years = starts.filter((time) => new Date(time).getUTCMonth() === 0)
  const withYear = new Set(years.length > 0 ? years : starts.slice(0, 1))
  return starts.map((time) => {
    const place = margin + ((time - first) / (last - first)) * (1 - 2 * margin)
    const label = stepMs ? stepLabel(time) : (withYear.has(time) ? yearLabel : monthLabel).format(time)
    const hasRoom = Math.min(place, 1 - place) * widthRem >= label.length * halfCharacterRem
    return { place, label: hasRoom ? label : '' }
  })
}

/** The steps by which an axis can be divided, if it is not divided at months. Weeks begin on Monday. */
function stepsOf(rangeMs: number): number[] {
  const minutes = rangeMs < hoursBelowMs ? [5, 15, 30, 60, 120, 180, 360, 720] : []
  return [...minutes.map((count) => count * minuteMs), dayMs, 7 * dayMs]
}

/** The beginning of a day by its name, and others by their time. */
const stepLabel = (time: number) => (time % dayMs === 0 ? dayLabel.format(time) : (formatTime(time) ?? ''))

function stepsBetween(first: number, last: number, stepMs: number): number[] {
  const monday = 4 * dayMs
  const start = Math.ceil((first - monday) / stepMs) * stepMs + monday
  const count = Math.max(0, Math.floor((last - start) / stepMs) + 1)
  return Array.from({ length: count }, (_, index) => start + index * stepMs)
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
