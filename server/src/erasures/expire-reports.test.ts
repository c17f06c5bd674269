import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { insertReports } from '../../testing/reports/insert-reports.ts'
import { expiredReportsCommand } from './commands.ts'
import { expireReports } from './expire-reports.ts'

const never = new AbortController().signal

test('reports older than REPORTS_KEPT_YEARS are deleted, but not those under a hold', async () => {
  const testApp = await buildTestApp({ REPORTS_KEPT_YEARS: '10' })
  const { context } = testApp
  const yearsAgo = (years: number) => {
    const day = new Date(context.now())
    day.setUTCFullYear(day.getUTCFullYear() - years)
    return new Date(Math.floor(day.getTime() / 1000 - 60) * 1000).toISOString()
  }
  const old = Array.from({ length: 230 }, () => ({ at: yearsAgo(10) }))
  await insertReports(testApp, 'a', [...old, { at: yearsAgo(9), reportId: 'young' }])
  await insertReports(testApp, 'held', [{ at: yearsAgo(20), reportId: 'kept' }])
  await context.db
    .insertInto('userHolds')
    .values({ userId: 'held', reason: 'A claim', adminId: 'x', createdAtMs: 1 })
    .execute()
  expect(await expiredReportsCommand.run(context, [])).toBe(
    '230 reports of 1 user are older than 10 years, and are deleted in the next night. 1 more stays because of a hold.',
  )
  await expireReports(context, never)
  const left = await context.db.selectFrom('reports').select('id').orderBy('id').execute()
  expect(left).toEqual([{ id: 'kept' }, { id: 'young' }])
  const entries = await context.db
    .selectFrom('auditEvents')
    .select('subjects')
    .where('action', '=', 'reports.expire')
    .execute()
  expect(entries.map(({ subjects }) => JSON.parse(subjects).length)).toEqual([101, 101, 31])
})

test('without the setting all reports are kept', async () => {
  const testApp = await buildTestApp()
  await insertReports(testApp, 'a', [{ at: '1980-01-01T00:00:00Z' }])
  await expireReports(testApp.context, never)
  expect(await testApp.context.db.selectFrom('reports').select('id').execute()).toHaveLength(1)
  expect(await expiredReportsCommand.run(testApp.context, [])).toBe(
    'All reports are kept: REPORTS_KEPT_YEARS is not set.',
  )
})
