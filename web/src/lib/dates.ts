// Nothing that every page shows uses `Intl`: the first formatter takes a twentieth of the time until the first list is
// shown.

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

type Time = Date | string | number | null | undefined

/** Formats a UTC date: "20 November 2026". Null if the time is missing or invalid. */
export function formatDate(time: Time): string | null {
  const date = toDate(time)
  return date && longDate(date)
}

/** Formats a UTC date of the last year: "20 November". */
export const formatDayOfYear = (time: string) => dayOfYear(new Date(time))

/** Formats a UTC date where there is little space: "20 Nov 2026". */
export const formatShortDate = (date: Date) => `${shortDay(date)} ${yearOf(date)}`

/** Formats a UTC date and time of the last year: "20 Nov, 07:17". */
export function formatShortDateTime(time: Date | string): string {
  const date = new Date(time)
  return `${shortDay(date)}, ${clockTime(date)}`
}

/** Formats a UTC time: "07:17". */
export function formatTime(time: Time): string | null {
  const date = toDate(time)
  return date && clockTime(date)
}

/** Formats a UTC date and time: "20 November 2026, 07:17". */
export function formatDateTime(time: Time): string | null {
  const date = toDate(time)
  return date && `${longDate(date)}, ${clockTime(date)}`
}

/**
 * Formats a UTC date and time with seconds, to tell apart what happened within a minute: "20 November 2026, 07:17:52".
 */
export function formatExactTime(time: Date | string): string {
  const date = new Date(time)
  return `${longDate(date)}, ${clockTime(date)}:${twoDigits(date.getUTCSeconds())}`
}

/** Formats a UTC date with its weekday: "Friday, 20 November 2026". */
export const formatWeekdayDate = (date: Date) => `${weekdays[date.getUTCDay()]}, ${longDate(date)}`

/** Formats a UTC date in the form in which it is typed: "20/11/2026". */
export function formatTypedDate(time: Time): string | null {
  const date = toDate(time)
  return date && `${twoDigits(date.getUTCDate())}/${twoDigits(date.getUTCMonth() + 1)}/${yearOf(date)}`
}

/** As `Intl` shortens months in British English. */
const shortDay = (date: Date) => dayOfYear(date).replace(/( Sept| [A-Z]..).*/, '$1')
const dayOfYear = (date: Date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
const longDate = (date: Date) => `${dayOfYear(date)} ${yearOf(date)}`
const clockTime = (date: Date) => `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
const yearOf = (date: Date) => String(date.getUTCFullYear()).padStart(4, '0')
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Converts the epoch seconds of files and reports to a date. */
export function fromEpochSeconds(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000)
}

/** The value of the date filter, which is the start of a UTC day: "2026-03-07" becomes "2026-03-07T00:00:00.000Z". */
export function toDayValue(isoDay: string): string {
  return `${isoDay}T00:00:00.000Z`
}

function toDate(time: Time): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}
