import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatExactTime,
  formatShortDate,
  formatShortDateTime,
  formatTime,
  formatTypedDate,
  formatWeekdayDate,
  fromEpochSeconds,
  toDayValue,
} from './dates.ts'

test('[widgets-16] dates and times are in British format and UTC', () => {
  expect(formatDate('2026-11-20T23:59:59.000Z')).toBe('20 November 2026')
  expect(formatTypedDate('2026-03-07T23:59:59.000Z')).toBe('07/03/2026')
  expect(formatShortDate(new Date('2026-09-07T23:59:59.000Z'))).toBe('7 Sept 2026')
  expect(formatShortDateTime('2026-06-07T23:59:59.000Z')).toBe('7 Jun, 23:59')
  expect(formatTime('2026-11-20T00:05:00.000Z')).toBe('00:05')
  expect(formatDateTime('2026-03-07T07:17:00.000Z')).toBe('7 March 2026, 07:17')
  expect(formatExactTime('2026-03-07T23:07:05.900Z')).toBe('7 March 2026, 23:07:05')
  expect(formatDayOfYear('2026-12-31T23:59:59.000Z')).toBe('31 December')
  expect(formatWeekdayDate(new Date('2026-11-20'))).toBe('Friday, 20 November 2026')
})

test('a year has four digits', () => {
  expect(formatDate('0026-03-07')).toBe('7 March 0026')
  expect(formatTypedDate('0026-03-07')).toBe('07/03/0026')
  expect(formatDateTime('0926-03-07T07:17:00Z')).toBe('7 March 0926, 07:17')
})

test('every day of a year has the weekday and month that the browser knows', () => {
  const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
  for (let day = 1; day <= 366; day += 1) {
    const date = new Date(Date.UTC(2028, 0, day))
    expect(formatWeekdayDate(date)).toBe(`${weekday.format(date)}, ${long.format(date)}`)
  }
})

test('epoch seconds of files and reports become dates', () => {
  expect(formatDateTime(fromEpochSeconds(1795159020))).toBe('20 November 2026, 07:17')
  expect(formatDateTime(fromEpochSeconds(0))).toBe('1 January 1970, 00:00')
  expect(fromEpochSeconds(null)).toBeNull()
})

test('a missing or invalid time is null', () => {
  for (const time of [null, undefined, '', 'not a time']) expect(formatDateTime(time)).toBeNull()
})

test('the value of the date filter is the start of a UTC day', () => {
  expect(toDayValue('2026-03-07')).toBe('2026-03-07T00:00:00.000Z')
})
