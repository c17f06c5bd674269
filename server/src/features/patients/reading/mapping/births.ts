import { dateOfBirth, dayFirstBirth, monthFirstBirth, yearOfBirth } from '@health-console/contract/patients/units.ts'
import { type ColumnProfile, countMissing } from '../survey/profile-column.ts'

/** How many texts of a column are dates of birth in figures, such as 31/03/1980. */
export const countFigures = ({ orders }: ColumnProfile) =>
  orders === undefined ? 0 : orders.dayFirst + orders.monthFirst + orders.either

/**
 * The form of births in a column. Null if most cannot be read, or if their order is not certain: no value shows it, the
 * values contradict each other, or a spreadsheet program has turned some of them into dates, perhaps in the other order.
 */
export function unitOfBirths(profile: ColumnProfile): string | null {
  if (areYears(profile)) return yearOfBirth
  if (profile.orders === undefined) return dateOfBirth
  const { dayFirst, monthFirst, none = profile.filled } = profile.orders
  if (countFigures(profile) === 0) {
    const read = profile.dates + none + (areDays(profile) ? profile.numbers : 0)
    return read * 2 >= profile.filled - countMissing(profile) ? dateOfBirth : null
  }
  if (profile.dates > 0 || dayFirst > 0 === monthFirst > 0) return null
  return dayFirst > 0 ? dayFirstBirth : monthFirstBirth
}

/** Whether the numbers of a column are days such as 19800331, or those that a spreadsheet program counts. */
const areDays = ({ lowest, highest }: ColumnProfile) =>
  lowest !== null &&
  highest !== null &&
  ((lowest >= 19_000_101 && highest <= 21_001_231) || (lowest >= 10_000 && highest < 50_000))

/** Whether a number may be the year of birth of a patient who is alive. */
export const isYear = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 1900 && value <= new Date().getUTCFullYear()

/** Whether the numbers of a column are years of birth. */
export const areYears = ({ numbers, filled, lowest, median, highest }: ColumnProfile) =>
  numbers * 2 > filled && [lowest, median, highest].every(isYear)
