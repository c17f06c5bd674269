import { expect, test } from 'vitest'
import { formatBytes, toGigabytes } from './bytes.ts'
import { formatDuration } from './durations.ts'
import { initials } from './initials.ts'
import { formatCount } from './numbers.ts'

/** A no-break space joins numbers and their units. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('[widgets-17] sizes are shown in a readable unit', () => {
  expect(toGigabytes(4_680_000_000)).toBe('4.68')
  expect(toGigabytes(0)).toBe('0.00')
  expect(
    [0, 41, 999, 1000, 12_345, 3_400_000, 999_960_000, 4_810_000_000].map((bytes) => plain(formatBytes(bytes))),
  ).toEqual(['0 B', '41 B', '999 B', '1 kB', '12 kB', '3.4 MB', '1.00 GB', '4.81 GB'])
})

test('a duration is shown in its two largest units', () => {
  expect([0, 8, 59.6, 84, 3600, 7500, 90061].map((seconds) => plain(formatDuration(seconds)))).toEqual([
    '1 s',
    '8 s',
    '1 min',
    '1 min 24 s',
    '1 h',
    '2 h 5 min',
    '25 h 1 min',
  ])
})

test('a no-break space joins a number and its unit', () => {
  expect(formatBytes(41)).toBe('41\u00a0B')
  expect(formatDuration(84)).toBe('1\u00a0min 24\u00a0s')
})

test('a count has its thousands separated', () => {
  expect([0, 999, 1524, 1_234_567, Number.NaN].map(formatCount)).toEqual(['0', '999', '1,524', '1,234,567', '-'])
})

test.each([
  ['Marguerite Aubert-Delacroix', 'MAD'],
  ['Łukasz Wiśniewski', 'ŁW'],
  ['øyvind', 'Ø'],
  ['e\u0301milie', 'E\u0301'],
  ['Maximiliana Eugenia von Habsburg-Lothringen', 'MEV'],
  ['  Tal   Ben-David ', 'TBD'],
  ['(Acting) Chief', 'AC'],
  ['山田 太郎', '山太'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
