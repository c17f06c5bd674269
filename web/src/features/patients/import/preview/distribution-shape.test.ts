import { expect, test } from 'vitest'
import { axisOf, figuresOf, outlineOf, rangesOf, sharesOf, xOf } from './distribution-shape.ts'

const bins = (count: number, from: number, step: number) => ({
  from,
  step,
  now: Array.from({ length: count }, (_, index) => index),
  next: Array.from({ length: count }, () => 1),
  below: 0,
  above: 0,
})

test('each bin is one division, and the highest of both tables reaches the top', () => {
  expect(outlineOf([0, 2, 1], 2)).toBe('M8 96V96.0H16V34.0H24V65.0H32V96')
  expect(outlineOf([0, 0], 0)).toBe('M8 96V96.0H16V96.0H24V96')
  expect(sharesOf([1, 3])).toEqual([0.25, 0.75])
  expect(sharesOf([0])).toEqual([0])
})

test('ticks and figures are at round values, and leave the end to the unit', () => {
  expect(axisOf(bins(6, 25, 5)).match(/v8/g)).toHaveLength(2)
  expect(figuresOf(bins(40, 25, 5)).map(({ value }) => value)).toEqual([50, 100, 150, 200])
  expect(figuresOf(bins(20, 0, 0.1)).map(({ value }) => value)).toEqual([0, 1])
})

test('a median outside the axis is shown at its edge', () => {
  const axis = bins(10, 100, 10)
  expect([90, 100, 155, 900].map((value) => xOf(value, axis))).toEqual([8, 8, 52, 88])
})

test('the table has at most eight ranges, which cover all values', () => {
  const ranges = rangesOf(bins(40, 25, 5))
  expect(ranges).toHaveLength(8)
  expect(ranges[0]).toEqual({ text: '25 to 50', now: 10, next: 5 })
  expect(ranges.reduce((sum, range) => sum + range.next, 0)).toBe(40)
  expect(rangesOf(bins(3, 0, 0.1)).map(({ text }) => text)).toEqual(['0 to 0.1', '0.1 to 0.2', '0.2 to 0.3'])
})
