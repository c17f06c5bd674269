import { expect, test } from 'vitest'
import { partCount, partPlace } from './parts.ts'

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [25, 3],
])('a file of %i bytes has %i parts of 10 bytes', (sizeBytes, count) => {
  expect(partCount({ sizeBytes, partSizeBytes: 10 })).toBe(count)
})

test.each([
  [1, { offset: 0, sizeBytes: 10 }],
  [2, { offset: 10, sizeBytes: 10 }],
  [3, { offset: 20, sizeBytes: 5 }],
])('part %i has its offset and length', (partNumber, place) => {
  expect(partPlace({ sizeBytes: 25, partSizeBytes: 10 }, partNumber)).toEqual(place)
})

test('an empty file is one empty part', () => {
  expect(partPlace({ sizeBytes: 0, partSizeBytes: 10 }, 1)).toEqual({ offset: 0, sizeBytes: 0 })
})
