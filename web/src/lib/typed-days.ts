import { formatTypedDate, toDayValue } from './dates.ts'
import { type Days, lastDays, periodsAt } from './days.ts'
import { readTypedDate, readTypedMonth } from '@health-console/contract/values/typed-dates.ts'
import { earliestDay, latestDay } from '@health-console/contract/values/past-days.ts'
import { toPlainInput } from '@health-console/contract/values/typed-text.ts'

/** The last day that has begun somewhere, as a value of the date picker. */
export const latestDayValue = (nowMs: number) => toDayValue(latestDay(nowMs))

/** Formats days in the form in which they are typed: "20/11/2026", "17/11/2026 to 20/11/2026", "since 17/11/2026". */
export function formatTypedDays({ date, from, to }: Days): string {
  if (date) return formatTypedDate(date) ?? ''
  if (from && to) return `${formatTypedDate(from)} to ${formatTypedDate(to)}`
  if (from) return `since ${formatTypedDate(from)}`
  return to ? `until ${formatTypedDate(to)}` : ''
}

/**
 * Reads typed days, each as in readTypedDate, a month ("November 2026"), a year, "last 30 days", or a period of the menu
 * ("This month"). Null if one is not a date; "early" if one is before 1900; "late" if the last one is after today and
 * must not be; "reversed" for a range that ends before it begins.
 */
export function readTypedDays(
  text: string,
  nowMs: number,
  { isPast = false } = {},
): Days | 'early' | 'late' | 'reversed' | null {
  const days = readDays(toPlainInput(text), nowMs)
  if (days === null || days === 'reversed') return days
  const all = [days.date, days.from, days.to].filter((day) => day !== undefined)
  if (all.some((day) => day < earliestDay)) return 'early'
  return isPast && all.some((day) => day > latestDayValue(nowMs)) ? 'late' : days
}

function readDays(text: string, nowMs: number): Days | 'reversed' | null {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const read = (day: string | undefined) => {
    const iso = readTypedDate(day ?? '', thisYear)
    return iso === null ? null : toDayValue(iso)
  }
  const period = periodsAt(nowMs).find(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (period) return period.days
  const date = read(text)
  if (date !== null) return { date }
  if (/^\d{4}$/.test(text)) return { from: toDayValue(`${text}-01-01`), to: toDayValue(`${text}-12-31`) }
  const count = Number(/^last (\d{1,4}) days?$/i.exec(text)?.[1])
  if (count > 0) return lastDays(count, nowMs)
  const month = readTypedMonth(text)
  if (month) return { from: toDayValue(month.first), to: toDayValue(month.last) }
  const open = /^(since|from|until|to) (.+)$/i.exec(text)
  if (open) {
    const end = read(open[2])
    if (end !== null) return /^(since|from)$/i.test(open[1] ?? '') ? { from: end } : { to: end }
  }
  const both = /^(?:from )?(.+?) (?:to|until|-) (.+)$/i.exec(text)
  const [from, to] = [read(both?.[1]), read(both?.[2])]
  if (from === null || to === null) return null
  return from <= to ? { from, to } : 'reversed'
}

/** Whether typed days may contain this character. */
export const isOfDates = (letter: string) => /^[0-9A-Za-z.,:/年月日-]?$/.test(toPlainInput(letter))
