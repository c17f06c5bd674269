import { latestDay } from '@health-console/contract/values/past-days.ts'

/** A date, and whether the file name contains the day or only its month. */
export type ProposedDay = { /** A date such as "2026-10-31". */ iso: string; isMonth: boolean }

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthPattern = `(${months.join('|')})[a-z]*`
const day = /(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/
const month = /(?<!\d)(20\d\d)[-_.](0[1-9]|1[0-2])(?!\d)/
const monthName = new RegExp(`(?<![a-z])${monthPattern}[\\s_.,-]*(20\\d\\d)(?!\\d)`, 'i')

/**
 * The day of a file such as "ward 2026-11-24.xlsx", or the last day of its month: "data set, October 2026.xlsx". For the
 * present month, this is today. A later day is not proposed.
 */
export function dayInName(fileName: string, nowMs: number): ProposedDay | null {
  const today = latestDay(nowMs)
  const [iso, ...parts] = day.exec(fileName) ?? []
  if (iso !== undefined) {
    const date = parts.join('-')
    // A date such as 31 February does not exist.
    const isReal = new Date(`${date}T00:00Z`).toISOString().startsWith(date)
    return isReal && date <= today ? { iso: date, isMonth: false } : null
  }
  const [, year, number] = month.exec(fileName) ?? []
  const [, name = '', namedYear] = monthName.exec(fileName) ?? []
  const index = number === undefined ? months.indexOf(name.slice(0, 3).toLowerCase()) : Number(number) - 1
  if (index < 0) return null
  const dayOf = (month: number, date: number) =>
    new Date(Date.UTC(Number(year ?? namedYear), month, date)).toISOString().slice(0, 10)
  if (dayOf(index, 1) > today) return null
  const last = dayOf(index + 1, 0)
  return { iso: last < today ? last : today, isMonth: true }
}
