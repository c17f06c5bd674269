import { expect, test } from 'vitest'
import type { CellValue } from './column.ts'
import { compareCells } from './sort-rows.ts'

const ascending = (...cells: CellValue[]) => cells.toSorted(compareCells)

test('numbers sort by value, texts in natural order, dates by time', () => {
  expect(ascending(10, 9, 101, -3)).toEqual([-3, 9, 10, 101])
  expect(ascending('10', '9', 'HM-2', 'HM-10', 'HM-1')).toEqual(['9', '10', 'HM-1', 'HM-2', 'HM-10'])
  expect(ascending('b', 'Ä', 'a', 'B', 'z')).toEqual(['Ä', 'a', 'b', 'B', 'z'])
  const [early, late] = [new Date(1), new Date(2)]
  expect(ascending(late, early)).toEqual([early, late])
  expect(ascending(true, false)).toEqual([false, true])
})

test('a missing value is last in ascending and first in descending order', () => {
  const cells = [3, null, 1, Number.NaN, 2, '']
  expect(ascending(...cells).slice(0, 3)).toEqual([1, 2, 3])
  const descending = cells.toSorted((left, right) => compareCells(right, left))
  expect(descending.slice(3)).toEqual([3, 2, 1])
})

test('numbers come before texts in a mixed column', () => {
  expect(ascending('x', 5)).toEqual([5, 'x'])
})
