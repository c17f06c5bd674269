import { expect, test } from 'vitest'
import { partPlace } from './part-place.ts'

const plan = { id: 'a', fileId: 'b', sizeBytes: 25, partSizeBytes: 10, partCount: 3 }

test.each([
  [1, { start: 0, end: 10, size: 10 }],
  [2, { start: 10, end: 20, size: 10 }],
  [3, { start: 20, end: 25, size: 5 }],
])('part %i has its place', (partNumber, place) => {
  expect(partPlace(plan, partNumber)).toEqual(place)
})

test('an empty file is one empty part', () => {
  expect(partPlace({ ...plan, sizeBytes: 0, partCount: 1 }, 1)).toEqual({ start: 0, end: 0, size: 0 })
})
