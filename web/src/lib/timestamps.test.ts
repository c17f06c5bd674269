import { expect, test } from 'vitest'
import { explainTimestamp, formatAgo } from './timestamps.ts'

const time = new Date('2026-11-20T23:17:00.000Z')
const afterMs = (ms: number) => time.getTime() + ms

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [90_000, '1 minute ago'],
  [hourMs - 1, '59 minutes ago'],
  [3 * hourMs, '3 hours ago'],
  [47 * hourMs, '1 day ago'],
  [29 * dayMs, '29 days ago'],
  [59 * dayMs, '1 month ago'],
  [800 * dayMs, '2 years ago'],
  [-6.5 * dayMs, 'in 6 days'],
])('after %i ms a time is described as %s', (ms, text) => {
  expect(formatAgo(time, afterMs(ms))).toBe(text)
})

test('a time is shown in UTC and in the time zone of the reader', () => {
  expect(explainTimestamp(time, afterMs(hourMs), 'Europe/Vienna')).toEqual([
    '20 November 2026, 23:17 UTC',
    '21 November 2026, 00:17 in your time zone (Europe/Vienna)',
    '1 hour ago',
  ])
  for (const zone of ['UTC', 'Etc/UTC', 'GMT'])
    expect(explainTimestamp(time, afterMs(hourMs), zone)).toEqual(['20 November 2026, 23:17 UTC', '1 hour ago'])
})
