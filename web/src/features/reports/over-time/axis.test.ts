import { expect, test } from 'vitest'
import { scaleOf } from '../../../lib/line-scale.ts'
import { endsOf, pathOf } from './axis.ts'
import { marksOf } from './marks.ts'

test('a line through the largest and smallest numbers has points', () => {
  const extremes = [-1e308, 1e308, Number.MAX_VALUE]
  expect(pathOf(extremes, [1, 2, 3], scaleOf(extremes), 48)).not.toMatch(/NaN|Infinity/)
})

test('an axis whose last time is too large for a date has an end', () => {
  expect(marksOf([0, 1e18], 46)).toEqual([])
  expect(endsOf([0, 1e18])).toEqual(['Jan 1970', ''])
})

const labelsOf = (first: string, last: string, widthRem: number) =>
  marksOf([Date.parse(first), Date.parse(last)], widthRem).flatMap(({ label }) => (label === '' ? [] : [label]))

test('a wide axis names every month, and January with its year', () => {
  expect(labelsOf('2025-09-12', '2026-11-20', 46).join(' ')).toBe(
    'Oct Nov Dec Jan 2026 Feb Mar Apr May Jun Jul Aug Sept Oct Nov',
  )
})

test('a narrow axis names the quarters', () => {
  expect(labelsOf('2025-09-12', '2026-11-20', 20)).toEqual(['Oct', 'Jan 2026', 'Apr', 'Jul', 'Oct'])
})

test('an axis without a January shows the year at its first month', () => {
  expect(labelsOf('2026-03-12', '2026-11-20', 20)).toEqual(['May 2026', 'Jul', 'Sept', 'Nov'])
})

test('an axis of a few weeks is divided at Mondays', () => {
  expect(labelsOf('2026-11-01', '2026-11-20', 20)).toEqual(['2 Nov', '9 Nov', '16 Nov'])
})

test('an axis of less than three days is divided at hours, and at minutes within one', () => {
  expect(labelsOf('2026-11-19T20:10Z', '2026-11-20T03:20Z', 40)).toEqual([
    '21:00',
    '22:00',
    '23:00',
    '20 Nov',
    '01:00',
    '02:00',
    '03:00',
  ])
  expect(labelsOf('2026-11-18', '2026-11-20T23:59Z', 20)).toEqual(['19 Nov', '20 Nov'])
  expect(labelsOf('2026-11-20T10:01Z', '2026-11-20T10:29Z', 40)).toEqual(['10:05', '10:10', '10:15', '10:20', '10:25'])
  expect(labelsOf('2026-11-18', '2026-11-21', 80)).not.toContain('12:00')
})

test('the ends of an axis are labelled with months, days or hours', () => {
  const ends = (first: string, last: string) => endsOf([Date.parse(first), Date.parse(last)])
  expect(ends('2025-09-12', '2026-11-20')).toEqual(['Sept 2025', 'Nov 2026'])
  expect(ends('2026-11-01', '2026-11-20')).toEqual(['1 Nov', '20 Nov'])
  expect(ends('2026-11-20T07:03Z', '2026-11-20T19:10Z')).toEqual(['07:03', '19:10'])
  expect(ends('2026-11-18T07:03Z', '2026-11-20T19:10Z')).toEqual(['18 Nov, 07:03', '20 Nov, 19:10'])
})
