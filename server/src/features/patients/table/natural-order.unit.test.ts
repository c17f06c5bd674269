import { expect, test } from 'vitest'
import { naturalKey } from './natural-order.ts'

/** Sorts as the databases do: by the bytes of the keys. */
const sorted = (...texts: string[]) =>
  texts.toSorted((a, b) => Buffer.compare(Buffer.from(naturalKey(a)), Buffer.from(naturalKey(b))))

test('text is sorted in natural order, regardless of case and accents', () => {
  expect(sorted('10', 'a10', '9', 'a9', '100', 'B1', 'a 2')).toEqual(['9', '10', '100', 'a 2', 'a9', 'a10', 'B1'])
  expect(sorted('P-2-10', 'P-10-1', 'P-2-9')).toEqual(['P-2-9', 'P-2-10', 'P-10-1'])
  expect(sorted('Zoë', 'étage', 'Étude', 'eta')).toEqual(['eta', 'étage', 'Étude', 'Zoë'])
})

test('leading zeros do not make a number larger, and numbers may have any length', () => {
  expect(new Set(['007', '7', '07'].map(naturalKey)).size).toBe(1)
  expect(sorted('a8', 'a007')).toEqual(['a007', 'a8'])
  expect(sorted(`1${'0'.repeat(300)}`, '9'.repeat(300), '9'.repeat(40))).toEqual([
    '9'.repeat(40),
    '9'.repeat(300),
    `1${'0'.repeat(300)}`,
  ])
})
