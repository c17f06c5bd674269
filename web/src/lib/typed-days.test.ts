import { expect, test } from 'vitest'
import { periodsAt } from './days.ts'
import { formatTypedDays, readTypedDays } from './typed-days.ts'

const day = (isoDay: string) => `${isoDay}T00:00:00.000Z`
const nowMs = Date.UTC(2026, 10, 20, 7, 17)
const [first, last] = [day('2026-11-17'), day('2026-11-20')]

test.each([
  ['17/11/2026', { date: first }],
  ['17/11/2026 to 20/11/2026', { from: first, to: last }],
  ['from 17 November 2026 until 20 Nov', { from: first, to: last }],
  ['2026-11-17 - 2026-11-20', { from: first, to: last }],
  ['17.11. – 20.11.', null],
  ['17.11 – 20.11', { from: first, to: last }],
  ['2026/11/17 – 2026/11/20', { from: first, to: last }],
  ['١٧/١١/٢٠٢٦ to ２０／１１／２０２６', { from: first, to: last }],
  ['last ३० days', { from: day('2026-10-22'), to: last }],
  ['since 17/11/2026', { from: first }],
  ['until 20/11/2026', { to: last }],
  ['20/11/2026 to 17/11/2026', 'reversed'],
  ['20/11/2026 to 20/11/2026', { from: last, to: last }],
  ['17/11/2026 to 31/11/2026', null],
  ['since ever', null],
  ['last 30 days', { from: day('2026-10-22'), to: last }],
  ['Last 1 day', { from: last, to: last }],
  ['last 0 days', null],
  ['November 2026', { from: day('2026-11-01'), to: day('2026-11-30') }],
  ['feb 2024', { from: day('2024-02-01'), to: day('2024-02-29') }],
  ['Nevember 2026', null],
  ['2026', { from: day('2026-01-01'), to: day('2026-12-31') }],
  ['٢٠٢٦', { from: day('2026-01-01'), to: day('2026-12-31') }],
  ['20261', null],
])('typed days are read: %s', (text, days) => {
  expect(readTypedDays(text, nowMs)).toEqual(days)
})

test.each([{ date: first }, { from: first, to: last }, { from: first }, { to: last }])(
  'the displayed text can be typed: %j',
  (days) => {
    expect(readTypedDays(formatTypedDays(days), nowMs)).toEqual(days)
  },
)

test.each(periodsAt(nowMs))('a period of the menu can be typed: $label', ({ label, days }) => {
  expect(readTypedDays(label, nowMs)).toEqual(days)
  expect(readTypedDays(` ${label.toUpperCase()} `, nowMs)).toEqual(days)
  expect(readTypedDays(label.toLowerCase(), nowMs)).toEqual(days)
})

test.each([
  '0026',
  '1899',
  '1/1/0026',
  '31 December 1899',
  '0026-01-01 to 2026-01-01',
  'since 1/1/1800',
  'January 0026',
])('%s is before 1900', (text) => {
  expect(readTypedDays(text, nowMs)).toBe('early')
})

test('the first day that can be typed is 1 January 1900', () => {
  expect(readTypedDays('1/1/1900', nowMs)).toEqual({ date: '1900-01-01T00:00:00.000Z' })
})

test.each(['31/12/2062', '2062-01-01', 'November 2062', 'This year', '15/03/26 to 15/03/62'])(
  '%s is after today, which only the day of something that has happened must not be',
  (text) => {
    expect(readTypedDays(text, nowMs, { isPast: true })).toBe('late')
    expect(readTypedDays(text, nowMs)).toMatchObject({})
  },
)

test('today can be typed as the day of something that has happened, in every time zone', () => {
  for (const days of [0, 1]) {
    const iso = new Date(Date.parse('2026-12-09T20:00:00Z') + days * 86_400_000).toISOString().slice(0, 10)
    const read = readTypedDays(iso, Date.parse('2026-12-09T20:00:00Z'), { isPast: true })
    expect(read).toEqual({ date: `${iso}T00:00:00.000Z` })
  }
})
