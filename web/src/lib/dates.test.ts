import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatTime, formatTypedDate, fromEpochSeconds, toDayValue } from './dates.ts'

test('[widgets-16] dates and times are in British format and UTC', () => {
  expect(formatDate('2026-11-20T23:59:59.000Z')).toBe('20 November 2026')
  expect(formatTypedDate('2026-03-07T23:59:59.000Z')).toBe('07/03/2026')
  expect(formatTime('2026-11-20T00:05:00.000Z')).toBe('00:05')
  expect(formatDateTime('2026-03-07T07:17:00.000Z')).toBe('7 March 2026, 07:17')
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
