import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { readNumbers } from './read-numbers.ts'

const noLabels = { readouts: [], labels: [] }
const ofU1 = { userId: 'u1', from: '', to: '' }
const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString()

test('numbers are read from reports of at most 1 MiB, and from the newest 8 MiB of them', async () => {
  const testApp = await buildTestApp()
  const long = 'x'.repeat(1_048_000)
  const input = Array.from({ length: 12 }, (_, index) => ({
    at: dayOf(index),
    pulse: index,
    long: index === 8 ? long + long : long,
  }))
  const inserted = await insertReports(testApp, 'u1', input)
  const { reports, trends, ...counts } = await readNumbers(testApp.context, ofU1, noLabels)
  const drawn = inserted.toReversed().filter((_, index) => index !== 3)
  expect(reports).toEqual(drawn.slice(0, 8).map(({ reportId, generatedAt }) => ({ reportId, generatedAt })))
  expect(trends[0]?.values.slice(0, 5)).toEqual([11, 10, 9, 7, 6])
  expect(counts).toEqual({ totalAmount: 12, leftOut: { tooLong: 1, older: 3 } })
})

test('no thread goes on after the caller has disconnected', async () => {
  const testApp = await buildTestApp()
  await insertReports(testApp, 'u1', [{ at: dayOf(1), pulse: 1 }])
  const gone = new AbortController()
  const reading = readNumbers(testApp.context, ofU1, noLabels, gone.signal)
  gone.abort(new Error('gone'))
  await expect(reading).rejects.toThrow()
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Worker')).toEqual([])
})
