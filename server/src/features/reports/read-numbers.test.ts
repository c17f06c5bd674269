import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { readNumbers } from './read-numbers.ts'

test('numbers are read from reports of at most 1 MiB, and from the newest 32 MiB of them', async () => {
  const testApp = await buildTestApp()
  const long = 'x'.repeat(1_048_000)
  const input = Array.from({ length: 34 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    pulse: index,
    long: index === 30 ? long + long : long,
  }))
  const inserted = await insertReports(testApp, 'u1', input)
  const filter = { userId: 'u1', from: '', to: '' }
  const { reports, trends } = await readNumbers(testApp.context.db, filter, { readouts: [], labels: [] })
  const drawn = inserted.toReversed().filter((_, index) => index !== 3)
  expect(reports).toEqual(drawn.slice(0, 32).map(({ reportId, generatedAt }) => ({ reportId, generatedAt })))
  expect(trends[0]?.values.slice(0, 5)).toEqual([33, 32, 31, 29, 28])
})
