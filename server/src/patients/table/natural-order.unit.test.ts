import { expect, test } from 'vitest'
import { naturalKey, sortPositions } from './natural-order.ts'

const sorted = (values: (string | number | null)[], order: 'asc' | 'desc' = 'asc') =>
  [...sortPositions(values)[order]].map((position) => values[position - 1])

test('numbers sort by value, missing ones last ascending and first descending', () => {
  expect(sorted([10, null, 9, -1, 2.5, null])).toEqual([-1, 2.5, 9, 10, null, null])
  expect(sorted([10, null, 9, -1, 2.5, null], 'desc')).toEqual([null, null, 10, 9, 2.5, -1])
})

test('text sorts in natural order', () => {
  expect(sorted(['10', 'a10', '9', 'a9', '100', null, 'B1', 'a 2'])).toEqual([
    '9',
    '10',
    '100',
    'a 2',
    'a9',
    'a10',
    'B1',
    null,
  ])
  expect(sorted(['P-2-10', 'P-10-1', 'P-2-9'])).toEqual(['P-2-9', 'P-2-10', 'P-10-1'])
  expect(sorted(['Zoë', 'étage', 'Étude', 'eta'])).toEqual(['eta', 'étage', 'Étude', 'Zoë'])
})

test('equal values keep the order of the file, in both directions', () => {
  const values = ['Normal', 'normal', 'a', 'Normal', null, null]
  expect([...sortPositions(values).asc]).toEqual([3, 1, 2, 4, 5, 6])
  expect([...sortPositions(values).desc]).toEqual([5, 6, 1, 2, 4, 3])
  expect([...sortPositions(['007', '7', '07']).asc]).toEqual([1, 2, 3])
})

test('leading zeros do not make a number larger, and numbers may have any length', () => {
  expect(naturalKey('a007') < naturalKey('a8')).toBe(true)
  expect(naturalKey('9'.repeat(40)) < naturalKey(`1${'0'.repeat(40)}`)).toBe(true)
  expect([...sortPositions([]).asc]).toEqual([])
})

test('every position appears once', () => {
  const values = Array.from({ length: 5_000 }, (_, index) => (index % 7 === 0 ? null : (index * 7_919) % 613))
  const positions = [...sortPositions(values).asc]
  expect(new Set(positions).size).toBe(values.length)
  const numbers = positions.map((position) => values[position - 1]).filter((value) => value !== null)
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
})
