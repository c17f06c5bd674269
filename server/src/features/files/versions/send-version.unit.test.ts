import { expect, test } from 'vitest'
import { readByteRange } from './send-version.ts'

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=5-5', { start: 5, end: 5 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
  ['bytes=9-5', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=a-b', undefined],
  ['lines=0-9', undefined],
  [undefined, undefined],
])('the range %s of 100 bytes is interpreted', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range)
})

test('an empty file has no range', () => {
  expect(readByteRange('bytes=0-', 0)).toBeNull()
  expect(readByteRange('bytes=-5', 0)).toBeNull()
})
