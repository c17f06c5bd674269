import { expect, test } from 'vitest'
import { countMatches, entriesOf, hasText, isBranch, parseDocument, seriesOf, splitAtText, textOf } from './json.ts'

const report = {
  signal: { kind: 'PPG', quality: 0.88 },
  heartRate: { byHour: [61, 58, 57, 60], restingBpm: 61 },
  notes: ['The heart was calm.'],
  missing: null,
}

test('a text is found in keys and values, whatever its case', () => {
  expect(countMatches(report, 'HEART')).toBe(2)
  expect(countMatches(report, '61')).toBe(2)
  expect(countMatches(report, 'null')).toBe(1)
  expect(countMatches(report, 'zebra')).toBe(0)
  expect(hasText({ key: 'signal', value: report.signal }, 'ppg')).toBe(true)
  expect(hasText({ key: 'signal', value: report.signal }, 'heart')).toBe(false)
})

test('numbers are shown as they are written, and drawn by their values', () => {
  const document = parseDocument('{"a":12345678901234567890,"b":[61.50,62,1e2,63.0],"c":-0.0}')
  const leaves = entriesOf(document).flatMap(({ value }) => (isBranch(value) ? [] : [textOf(value)]))
  expect(leaves).toEqual(['12345678901234567890', '-0.0'])
  expect(seriesOf(document['b'] ?? null)).toEqual([61.5, 62, 100, 63])
})

test('a text is found whatever its accents, and is marked as it is written', () => {
  const notes = { Größe: 'Müller, MU\u0308LLER and Muller', unit: 'ﬁne' }
  expect(countMatches(notes, 'muller')).toBe(1)
  expect(countMatches(notes, 'große')).toBe(1)
  expect(countMatches(notes, 'Fi')).toBe(1)
  expect(splitAtText(notes.Größe, 'müller')).toEqual(['', 'Müller', ', ', 'MU\u0308LLER', ' and ', 'Muller'])
  expect(splitAtText('ﬁne ﬁt', 'i')).toEqual(['', 'ﬁ', 'ne ', 'ﬁ', 't'])
  expect(splitAtText('한국', '하')).toEqual(['', '한', '국'])
  expect(splitAtText('calm', 'heart')).toEqual(['calm'])
  expect(splitAtText('calm', '\u0308')).toEqual(['calm'])
})

test('a list of numbers, or of one number at each time, is a line', () => {
  expect(seriesOf([61, 58, 57, 60])).toEqual([61, 58, 57, 60])
  const timed = [1, 2, 3, 4].map((minute) => ({ time: `2026-11-20T07:0${minute}:00Z`, bpm: 60 + minute }))
  expect(seriesOf(timed)).toEqual([61, 62, 63, 64])
})

test.each([
  ['too few', [1, 2, 3]],
  ['a gap', [1, 2, null, 4]],
  ['an infinite number', [1, 2, 3, Infinity]],
  ['texts', ['1', '2', '3', '4']],
  ['two numbers at a time', [1, 2, 3, 4].map((at) => ({ at, low: 1, high: 2 }))],
  ['numbers without a time', [1, 2, 3, 4].map((bpm) => ({ bpm }))],
])('%s is not a line', (_what, value) => {
  expect(seriesOf(value)).toBeNull()
})
