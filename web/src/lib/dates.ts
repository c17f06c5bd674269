const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const typedDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'UTC' })
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** Formats a UTC date: "20 November 2026". Null if the time is missing or invalid. */
export function formatDate(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && longDate.format(date)
}

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Formats a UTC date of the last year: "20 November". */
export const formatDayOfYear = (time: string) => dayOfYear.format(new Date(time))

/** Formats a UTC time: "07:17". */
export function formatTime(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && clockTime.format(date)
}

/** Formats a UTC date and time: "20 November 2026, 07:17". */
export function formatDateTime(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && `${longDate.format(date)}, ${clockTime.format(date)}`
}

const exactClockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' })

/**
 * Formats a UTC date and time with seconds, to tell apart what happened within a minute: "20 November 2026, 07:17:52".
 */
export function formatExactTime(time: Date | string): string {
  const date = new Date(time)
  return `${longDate.format(date)}, ${exactClockTime.format(date)}`
}

const weekdayDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** Formats a UTC date with its weekday: "Friday 20 November 2026". */
export const formatWeekdayDate = (date: Date) => weekdayDate.format(date)

/** Formats a UTC date in the form in which it is typed: "20/11/2026". */
export function formatTypedDate(time: Date | string | number | null | undefined): string | null {
  const date = toDate(time)
  return date && typedDate.format(date)
}

/** Converts the epoch seconds of files and reports to a date. */
export function fromEpochSeconds(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000)
}

/** The value of the date filter, which is the start of a UTC day: "2026-03-07" becomes "2026-03-07T00:00:00.000Z". */
export function toDayValue(isoDay: string): string {
  return `${isoDay}T00:00:00.000Z`
}

function toDate(time: Date | string | number | null | undefined): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}
