import { toPlainInput } from './typed-text.ts'

/** The English names of the months. */
export const months = 'january february march april may june july august september october november december'.split(' ')

/** The order of day and month in figures; null if figures are not read. */
type Order = 'dayFirst' | 'monthFirst' | null

/**
 * Parses a typed day into "2026-03-07": a date that begins with its year ("2026-03-07", "2026/3/7"), or day, month and year in the order of the tables ("7/3/2026",
 * "07.03.26", "7/3" of this year, "7th March 2026" with or without a time), or "Mar 7 2026". Null if there is no such
 * day.
 * @param thisYear null if the year must have four digits
 */
export function readTypedDate(text: string, thisYear: number | null, order: Order = 'dayFirst'): string | null {
  const typed = toPlainInput(text).toLowerCase()
  return readIsoDate(typed) ?? (order && readFigures(typed, thisYear, order)) ?? readWords(typed, thisYear)
}

/** Parses "November 2026" or "Nov 2026" into the first and the last day of the month. Null for anything else. */
export function readTypedMonth(text: string): { first: string; last: string } | null {
  const [, name, year] = /^([a-z]{3,})\.? (\d{4})$/.exec(toPlainInput(text).toLowerCase()) ?? []
  const month = name === undefined ? -1 : months.findIndex((each) => each.startsWith(name))
  const first = toIsoDay(Number(year), month + 1, 1)
  if (month < 0 || first === null) return null
  const last = new Date(first)
  last.setUTCMonth(month + 1, 0)
  return { first, last: last.toISOString().slice(0, 10) }
}

function readIsoDate(text: string): string | null {
  const match =
    /^(\d{4})(?:-|\/|\. ?)(\d{1,2})(?:-|\/|\. ?)(\d{1,2})\.?$/.exec(text) ??
    /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return match && toIsoDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

function readFigures(text: string, thisYear: number | null, order: 'dayFirst' | 'monthFirst'): string | null {
  const match = /^(\d{1,2})[/. -](\d{1,2})(?:[/. -](\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  const [, first, second] = (match ?? []).map(Number)
  if (!match || first === undefined || second === undefined) return null
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first]
  return toIsoDay(toYear(match[3], thisYear), month, day)
}

function readWords(text: string, thisYear: number | null): string | null {
  const match = dayFirst.exec(text) ?? monthFirst.exec(text)
  if (!match?.groups) return null
  const { day, month: name = '', year } = match.groups
  const month = months.findIndex((each) => each.startsWith(name))
  return month < 0 ? null : toIsoDay(toYear(year, thisYear), month + 1, Number(day))
}

const dayFirst =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? ?(?<month>[a-z]{3,})\.?(?:,? ?(?<year>\d{2}|\d{4})(?:, \d\d:\d\d)?)?$/
const monthFirst = /^(?<month>[a-z]{3,})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:(?:, ?| )(?<year>\d{2}|\d{4}))?$/

function toYear(year: string | undefined, thisYear: number | null): number {
  // There is no year 0.
  if (thisYear === null && year?.length !== 4) return 0
  if (year === undefined) return thisYear ?? 0
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

function toIsoDay(year: number, month: number, day: number): string | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year > 0 ? date.toISOString().slice(0, 10) : null
}
