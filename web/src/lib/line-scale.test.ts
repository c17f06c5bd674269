import { expect, test } from 'vitest'
import { scaleOf, shareOfScale } from './line-scale.ts'

const sharesOf = (numbers: number[]) => numbers.map((number) => shareOfScale(number, scaleOf(numbers)))

test('the position of a number on its scale is from 0 to 1, whatever the numbers', () => {
  expect(sharesOf([10, 15, 20])).toEqual([0, 0.5, 1])
  for (const extreme of [1e308, Number.MAX_VALUE]) {
    expect(sharesOf([-extreme, 0, extreme])).toEqual([0, 0.5, 1])
    expect(sharesOf([extreme, extreme])).toEqual([0.5, 0.5])
  }
  expect(sharesOf([0, 0])).toEqual([0.5, 0.5])
  expect(sharesOf([0, 5e-324])).toEqual([0.5, 0.5])
})

test('the scale of steady numbers spans a tenth of their mean, so that they are a flat line', () => {
  const [first = 0, second = 0] = sharesOf([99, 101])
  expect(second - first).toBeCloseTo(0.2)
  expect(sharesOf([-101, -99])).toEqual([first, second])
  // Numbers that vary more fill the height.
  expect(sharesOf([90, 110])).toEqual([0, 1])
})
