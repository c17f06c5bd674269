import { expect, test } from 'vitest'
import { countMatches, hasText, seriesOf } from './json.ts'

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

test('numbers, or one number at each time, are a line', () => {
  expect(seriesOf([61, 58, 57, 60])).toEqual([61, 58, 57, 60])
  const timed = [1, 2, 3, 4].map((minute) => ({ time: `2026-11-20T07:0${minute}:00Z`, bpm: 60 + minute }))
  expect(seriesOf(timed)).toEqual([61, 62, 63, 64])
})

test.each([
  ['too few', [1, 2, 3]],
  ['a gap', [1, 2, null, 4]],
  ['texts', ['1', '2', '3', '4']],
  ['two numbers at a time', [1, 2, 3, 4].map((at) => ({ at, low: 1, high: 2 }))],
  ['numbers without a time', [1, 2, 3, 4].map((bpm) => ({ bpm }))],
])('%s is no line', (_what, value) => {
  expect(seriesOf(value)).toBeNull()
})
