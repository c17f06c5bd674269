import { expect, test } from 'vitest'
import { clampDays, type Days, describeDays, lastDays, periodOf, readDays } from './days.ts'

const start = (day: string) => `2026-11-${day}T00:00:00.000Z`
const nowMs = Date.parse('2026-11-20T23:59:59.000Z')

test('the URL holds one day or a range', () => {
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

test('the last days include today', () => {
  expect(lastDays(7, nowMs)).toEqual({ from: start('14'), to: start('20') })
  expect(lastDays(30, nowMs)).toEqual({ from: '2026-10-22T00:00:00.000Z', to: start('20') })
})

test('a range is recognised as one of the choices', () => {
  expect(periodOf({}, nowMs)).toBe('day')
  expect(periodOf({ date: start('17') }, nowMs)).toBe('day')
  expect(periodOf(lastDays(7, nowMs), nowMs)).toBe('7')
  expect(periodOf(lastDays(30, nowMs), nowMs)).toBe('30')
  expect(periodOf({ from: start('14') }, nowMs)).toBe('range')
  expect(periodOf({ to: start('20') }, nowMs)).toBe('range')
})

test('days are clamped to the first and the last one that are allowed', () => {
  const clamp = (days: Days) => clampDays(days, start('10'), start('12'))
  expect(clamp({ date: start('11') })).toEqual({ date: start('11') })
  expect(clamp({ date: start('13') })).toEqual({ date: start('12') })
  expect(clamp({ from: start('01'), to: start('20') })).toEqual({ from: start('10'), to: start('12') })
  expect(clampDays({ date: start('01') })).toEqual({ date: start('01') })
})

test('the filter is described in words', () => {
  expect(describeDays({ date: start('17') })).toBe('17 November 2026')
  expect(describeDays({ from: start('01'), to: start('17') })).toBe('1 November 2026 to 17 November 2026')
  expect(describeDays({ from: start('01') })).toBe('since 1 November 2026')
  expect(describeDays({ to: start('17') })).toBe('until 17 November 2026')
  expect(describeDays({})).toBe('')
})
