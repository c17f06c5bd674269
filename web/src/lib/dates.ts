const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const typedDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'UTC' })
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** "20 November 2026", in UTC; null when the time is missing or not a time. */
export function formatDate(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && longDate.format(date)
}

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** "20 November", in UTC: for times of the last year. */
export const formatDayOfYear = (time: string) => dayOfYear.format(new Date(time))

/** "07:17", in UTC. */
export function formatTime(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && clockTime.format(date)
}

/** "20 November 2026, 07:17", in UTC. */
export function formatDateTime(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && `${longDate.format(date)}, ${clockTime.format(date)}`
}

const exactClockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' })

/** "20 November 2026, 07:17:52", in UTC: tells apart what happened within a minute. */
export function formatExactTime(time: Date | string): string {
  const date = new Date(time)
  return `${longDate.format(date)}, ${exactClockTime.format(date)}`
}

const weekdayDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** "Friday 20 November 2026", in UTC. */
export const formatWeekdayDate = (date: Date) => weekdayDate.format(date)

/** "20/11/2026", in UTC: the form in which a day is typed. */
export function formatTypedDate(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && typedDate.format(date)
}

/** Converts the epoch seconds of files and reports to a date. */
export function fromEpochSeconds(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000)
}

/** The value of the date filter: the start of a UTC day. "2026-03-07" -> "2026-03-07T00:00:00.000Z". */
export function toDayValue(isoDay: string): string {
  return `${isoDay}T00:00:00.000Z`
}

function toDate(time: Date | string | number | null | undefined): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}
