import { formatDate, toDayValue } from './dates.ts'

/** The date filter: none, one day, or the first and the last day of a range. Each is the start of a UTC day. */
export type Days = { date?: string | undefined; from?: string | undefined; to?: string | undefined }

const dayMs = 86_400_000

/**
 * Reads the date filter from the URL. Invalid days are left out, and so is a range beside a single day or one that ends
 * before it begins. All keys are set, because the router keeps the text of those that are missing.
 */
export function readDays(search: Record<string, unknown>): Days {
  const date = toDay(search.date)
  const from = date ? undefined : toDay(search.from)
  const to = date ? undefined : toDay(search.to)
  return { date, from, to: from && to && to < from ? undefined : to }
}

/** The last days up to and including today. */
export function lastDays(count: number, nowMs: number): Days {
  return { from: startOfDay(nowMs - (count - 1) * dayMs), to: startOfDay(nowMs) }
}

/** The periods that can be chosen without a calendar. Months and years are whole, as they are when they are typed. */
export function periodsAt(nowMs: number): { label: string; days: Days }[] {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const days = (from: number, to: number): Days => ({ from: startOfDay(from), to: startOfDay(to) })
  return [
    { label: 'Today', days: { date: startOfDay(nowMs) } },
    { label: 'Last 7 days', days: lastDays(7, nowMs) },
    { label: 'Last 30 days', days: lastDays(30, nowMs) },
    { label: 'This month', days: days(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)) },
    { label: 'Last month', days: days(Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0)) },
    { label: 'This year', days: days(Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)) },
  ]
}

/** The name of the period with exactly these days, if there is one. */
export function findPeriod(days: Days, nowMs: number): string | undefined {
  const chosen = describeDays(days)
  return periodsAt(nowMs).find((period) => describeDays(period.days) === chosen)?.label
}

/** Moves days outside the allowed range to its first or last day. */
export function clampDays({ date, from, to }: Days, min = '', max?: string): Days {
  const clamp = (day: string | undefined) => {
    if (day === undefined || day < min) return day && min
    return max !== undefined && day > max ? max : day
  }
  return { date: clamp(date), from: clamp(from), to: clamp(to) }
}

export const hasDays = (days: Days) => Boolean(days.date) || isRange(days)

export const isRange = ({ from, to }: Days) => Boolean(from ?? to)

function startOfDay(timeMs: number): string {
  return toDayValue(new Date(timeMs).toISOString().slice(0, 10))
}

function toDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isFinite(time) && new Date(time).toISOString() === value ? value : undefined
}

/**
 * Describes the filter: "17 November 2026", "22 October to 20 November 2026", "since 1 November 2026". Empty without a
 * filter.
 */
export function describeDays({ date, from, to }: Days): string {
  if (date) return `${formatDate(date)}`
  if (from && to) {
    const isWithinYear = from.slice(0, 4) === to.slice(0, 4)
    return `${isWithinYear ? formatDate(from)?.slice(0, -5) : formatDate(from)} to ${formatDate(to)}`
  }
  if (from) return `since ${formatDate(from)}`
  return to ? `until ${formatDate(to)}` : ''
}
