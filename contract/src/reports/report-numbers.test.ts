import { expect, test } from 'vitest'
import { numbersOf, trendsOf } from './report-numbers.ts'

const labels = { readouts: [], labels: [] }

test('numbers that occur once take no room beside those that recur', () => {
  const reports = Array.from({ length: 300 }, (_, report) => [
    ...Array.from({ length: 199 }, (_number, index) => ({ path: `p${report}.${index}`, value: 1, unit: '' })),
    { path: 'pulse', value: report, unit: 'bpm' },
  ])
  const trends = trendsOf(reports, labels)
  expect(trends).toEqual([{ path: 'pulse', unit: 'bpm', values: reports.map((_, index) => index) }])
})

test('a single report has all its numbers', () => {
  expect(trendsOf([[{ path: 'pulse', value: 61, unit: 'bpm' }]], labels)).toEqual([
    { path: 'pulse', unit: 'bpm', values: [61] },
  ])
})

test('a unit longer than any unit is not one, so its number is found below', () => {
  const unit = 'x'.repeat(41)
  expect(numbersOf({ pulse: { value: 61, unit } })).toEqual([{ path: 'pulse.value', value: 61, unit: '' }])
  expect(numbersOf({ pulse: { value: 61, unit: 'bpm' } })).toEqual([{ path: 'pulse', value: 61, unit: 'bpm' }])
})
