import { expect, test } from 'vitest'
import { marksOf, pathOf } from './axis.ts'

test('a line of the largest and smallest numbers has points', () => {
  expect(pathOf([-1e308, 1e308, Number.MAX_VALUE], [1, 2, 3], 48)).not.toMatch(/NaN|Infinity/)
})

test('an axis whose last time is too large to be a date has an end', () => {
  expect(marksOf([0, 1e18])).toHaveLength(1)
})
