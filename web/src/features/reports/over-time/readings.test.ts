import { expect, test } from 'vitest'
import { rangeOf, toSeries, textAt } from './readings.ts'

const pressure = { title: 'BP', paths: ['bp.systolic', 'bp.diastolic'], unit: 'mmHg' }
const labels = { readouts: [pressure], labels: [{ path: 'pulse', title: 'Pulse', unit: 'bpm' }] }
const reports = [
  { reportId: 'new', generatedAt: 2 },
  { reportId: 'old', generatedAt: 1 },
]

test('two numbers that the labels show together are one reading', () => {
  const { reports: timed, readings } = toSeries(
    reports,
    [
      { path: 'bp.systolic', unit: 'mmHg', values: [118, 121] },
      { path: 'bp.diastolic', unit: 'mmHg', values: [74, null] },
      { path: 'pulse', unit: 'bpm', values: [65, 61] },
    ],
    labels,
  )
  expect(timed.map(({ reportId }) => reportId)).toEqual(['old', 'new'])
  const [bp, pulse] = readings
  expect(readings.map(({ title, unit }) => [title, unit])).toEqual([
    ['BP', 'mmHg'],
    ['Pulse', 'bpm'],
  ])
  // A report with only one of the two has no reading.
  expect(bp && [textAt(bp, 0), textAt(bp, 1), rangeOf(bp)]).toEqual([null, '118/74', '74 to 121'])
  expect(pulse && [textAt(pulse, 0), textAt(pulse, 1)]).toEqual(['61', '65'])
})

test('one of two numbers that never comes with the other is a reading of its own', () => {
  const { readings } = toSeries(reports, [{ path: 'bp.systolic', unit: 'mmHg', values: [118, 121] }], labels)
  expect(readings.map(({ lines }) => lines)).toEqual([[[121, 118]]])
})

test('a reading has the names of the sections that contain it', () => {
  const sleep = [
    { path: 'sleep', title: 'Sleep', unit: '' },
    { path: 'sleep.awakenings', title: 'Awakenings', unit: '' },
  ]
  const paths = ['sleep.awakenings', 'pulse', 'odd.path']
  const { readings } = toSeries(
    reports,
    paths.map((path) => ({ path, unit: '', values: [1, 2] })),
    { ...labels, labels: [...labels.labels, ...sleep] },
  )
  expect(readings.map(({ group, name, title }) => [group, name, title])).toEqual([
    ['Sleep', 'Awakenings', 'Sleep, Awakenings'],
    ['', 'Pulse', 'Pulse'],
    ['', 'odd.path', 'odd.path'],
  ])
})
