import { expect, test } from 'vitest'
import { marksOf, pathOf } from './axis.ts'

test('a line through the largest and smallest numbers has points', () => {
  expect(pathOf([-1e308, 1e308, Number.MAX_VALUE], [1, 2, 3], 48)).not.toMatch(/NaN|Infinity/)
})

test('an axis whose last time is too large for a date has an end', () => {
  expect(marksOf([0, 1e18], 46)).toEqual([])
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
