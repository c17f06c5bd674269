/**
 * Reads a typed day and answers it as "2026-03-07": an ISO date, or month, day and year as en-US writes them
 * ("3/7/2026", "03/07/26", "3/7" of this year). Null when it is no day of the calendar.
 */
export function readTypedDate(text: string, thisYear: number): string | null {
  return readIsoDate(text.trim()) ?? readUsDate(text.trim(), thisYear)
}

/**
 * The picker's input lets no "-" through, so an ISO date arrives as eight figures: 20260307. From the year 1300 on the
 * first four cannot be a month and a day.
 */
function readIsoDate(text: string): string | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text)
  if (!match || Number(match[1]) < 1300) return null
  return toIsoDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

function readUsDate(text: string, thisYear: number): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  if (!match) return null
  const [, month, day, year] = match
  return toIsoDay(year ? fullYear(year) : thisYear, Number(month), Number(day))
}

function fullYear(year: string): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

function toIsoDay(year: number, month: number, day: number): string | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year > 0 ? date.toISOString().slice(0, 10) : null
}
