import { dateOfBirth, dayFirstBirth, monthFirstBirth, yearOfBirth } from '@health-console/contract/patients/units.ts'
import type { ColumnProfile } from '../survey/profile-column.ts'

/** How many texts of a column are dates of birth in figures, such as 31/03/1980. */
export const countFigures = ({ orders }: ColumnProfile) =>
  orders === undefined ? 0 : orders.dayFirst + orders.monthFirst + orders.either

/**
 * The form of births in a column. Null if their order is not certain: no value shows it, the values contradict each
 * other, or a spreadsheet program has turned some of them into dates, perhaps in the other order.
 */
export function unitOfBirths(profile: ColumnProfile): string | null {
  if (areYears(profile)) return yearOfBirth
  if (profile.orders === undefined || countFigures(profile) === 0) return dateOfBirth
  const { dayFirst, monthFirst } = profile.orders
  if (profile.dates > 0 || dayFirst > 0 === monthFirst > 0) return null
  return dayFirst > 0 ? dayFirstBirth : monthFirstBirth
}

/** Whether a number may be the year of birth of a patient who is alive. */
export const isYear = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 1900 && value <= new Date().getUTCFullYear()

/** Whether the numbers of a column are years of birth. */
export const areYears = ({ numbers, filled, lowest, median, highest }: ColumnProfile) =>
  numbers * 2 > filled && [lowest, median, highest].every(isYear)
