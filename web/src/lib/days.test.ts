import { expect, test } from 'vitest'
import { clampDays, type Days, describeDays, findPeriod, lastDays, periodsAt, readDays } from './days.ts'

const start = (day: string) => `2026-11-${day}T00:00:00.000Z`
const nowMs = Date.parse('2026-11-20T23:59:59.000Z')

test('the URL contains one day or a range', () => {
  expect(readDays({ date: start('17') })).toEqual({ date: start('17') })
  expect(readDays({ from: start('17'), to: start('17') })).toEqual({ from: start('17'), to: start('17') })
  expect(readDays({ from: start('17') })).toEqual({ from: start('17') })
  expect(readDays({ date: start('17'), from: start('18') })).toEqual({ date: start('17') })
  expect(readDays({ from: start('17'), to: start('16') })).toEqual({ from: start('17') })
  expect(readDays({ date: '2026-11-31T00:00:00.000Z', to: 'yesterday' })).toStrictEqual({
    date: undefined,
    from: undefined,
    to: undefined,
  })
})

test.each(['2026-02-30T00:00:00.000Z', '2026-11-17', 'yesterday', '2026-11-17T10:00:00.000Z'])(
  '%s in the URL is no day, so it is no filter',
  (date) => {
    expect(readDays({ date }).date).toBeUndefined()
  },
)

test('the last days include today', () => {
  expect(lastDays(7, nowMs)).toEqual({ from: start('14'), to: start('20') })
  expect(lastDays(30, nowMs)).toEqual({ from: '2026-10-22T00:00:00.000Z', to: start('20') })
})

test('a month and a year are whole, and are recognised again', () => {
  const range = (from: string, to: string) => ({ from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` })
  expect(Object.fromEntries(periodsAt(nowMs).map(({ label, days }) => [label, days]))).toEqual({
    Today: { date: start('20') },
    'Last 7 days': lastDays(7, nowMs),
    'Last 30 days': lastDays(30, nowMs),
    'This month': range('2026-11-01', '2026-11-30'),
    'Last month': range('2026-10-01', '2026-10-31'),
    'This year': range('2026-01-01', '2026-12-31'),
  })
  for (const { label, days } of periodsAt(nowMs)) expect(findPeriod(days, nowMs)).toBe(label)
  for (const days of [{}, { date: start('17') }, { from: start('14') }, { to: start('20') }])
    expect(findPeriod(days, nowMs)).toBeUndefined()
})

test('the month before January is December', () => {
  const lastMonth = periodsAt(Date.parse('2027-01-31T12:00:00.000Z')).find(({ label }) => label === 'Last month')
  expect(lastMonth?.days).toEqual({ from: '2026-12-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' })
})

test('days are clamped to the first and last allowed days', () => {
  const clamp = (days: Days) => clampDays(days, start('10'), start('12'))
  expect(clamp({ date: start('11') })).toEqual({ date: start('11') })
  expect(clamp({ date: start('13') })).toEqual({ date: start('12') })
  expect(clamp({ from: start('01'), to: start('20') })).toEqual({ from: start('10'), to: start('12') })
  expect(clampDays({ date: start('01') })).toEqual({ date: start('01') })
})

test('the filter is described in words', () => {
  expect(describeDays({ date: start('17') })).toBe('17 November 2026')
  expect(describeDays({ from: start('01'), to: start('17') })).toBe('1 November to 17 November 2026')
  expect(describeDays({ from: '2025-12-31T00:00:00.000Z', to: start('17') })).toBe(
    '31 December 2025 to 17 November 2026',
  )
  expect(describeDays({ from: start('01') })).toBe('since 1 November 2026')
  expect(describeDays({ to: start('17') })).toBe('until 17 November 2026')
  expect(describeDays({})).toBe('')
})
