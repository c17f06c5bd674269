import { expect, test } from 'vitest'
import { partBytesFor } from './begin-upload.ts'

const mib = 2 ** 20

test.each([
  ['an unknown size', undefined, 64],
  ['an empty file', 0, 5],
  ['60 MB', 60e6, 5],
  ['1 GB', 1e9, 10],
  ['15 GB', 15e9, 64],
])(
  'the part size for %s is about a hundredth of the file, within the limits of buckets and settings',
  (_, sizeBytes, expected) => {
    expect(partBytesFor(sizeBytes, 64 * mib)).toBe(expected * mib)
  },
)

test('a setting of 5 MB stays 5 MB', () => {
  expect(partBytesFor(15e9, 5 * mib)).toBe(5 * mib)
})
