import { expect, test } from 'vitest'
import { changeRange, describeDays, lastDays, periodOf, readDays } from './days.ts'

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

test('a range never ends before it begins', () => {
  const days = { from: start('10'), to: start('12') }
  expect(changeRange(days, { from: start('11') })).toEqual({ from: start('11'), to: start('12') })
  expect(changeRange(days, { from: start('14') })).toEqual({ from: start('14'), to: start('14') })
  expect(changeRange(days, { to: start('08') })).toEqual({ from: start('08'), to: start('08') })
  expect(changeRange(days, { from: null })).toEqual({ to: start('12') })
  expect(changeRange(days, { to: null })).toEqual({ from: start('10') })
})

test('the filter is described in words', () => {
  expect(describeDays({ date: start('17') })).toBe('17 November 2026')
  expect(describeDays({ from: start('01'), to: start('17') })).toBe('1 November 2026 to 17 November 2026')
  expect(describeDays({ from: start('01') })).toBe('since 1 November 2026')
  expect(describeDays({ to: start('17') })).toBe('until 17 November 2026')
  expect(describeDays({})).toBe('')
})
