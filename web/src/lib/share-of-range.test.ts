import { expect, test } from 'vitest'
import { shareOfRange } from './share-of-range.ts'

test('the position of a number in a range is from 0 to 1, whatever the numbers', () => {
  expect(shareOfRange(15, 10, 20)).toBe(0.5)
  for (const extreme of [1e308, Number.MAX_VALUE])
    expect([-extreme, 0, extreme].map((each) => shareOfRange(each, -extreme, extreme))).toEqual([0, 0.5, 1])
  expect([shareOfRange(7, 7, 7), shareOfRange(5e-324, 0, 5e-324)]).toEqual([0.5, 0.5])
})
