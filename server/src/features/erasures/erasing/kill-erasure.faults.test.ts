import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { nextKill } from '../../../../testing/processes/fault-rounds.ts'
import { insertReports } from '../../../../testing/reports/insert-reports.ts'
import { verifyAuditLog } from '../../../core/audit/verify.ts'
import type { Config } from '../../../core/config.ts'
import { recordErasure } from './store.ts'

const program = path.resolve(import.meta.dirname, '../../../../testing/users/finish-erasures-program.ts')
const killer = path.resolve(import.meta.dirname, '../../../../testing/engines/kill-before-statement.ts')
const amount = 250

test('a killed erasure is finished by the next run, and its entries list each report once', async () => {
  const { context, ...testApp } = await buildTestApp()
  const { db, config } = context
  let isKilled = true
  for (let statement = 1; isKilled; statement = nextKill(statement)) {
    const userId = `user-${statement}`
    await insertReports(
      { context, ...testApp },
      userId,
      Array.from({ length: amount }, () => ({ at: '2026-03-07T00:00:00Z' })),
    )
    const erasure = { userId, erasedAtMs: context.now(), reason: 'x', adminId: null }
    await db.transaction().execute((transaction) => recordErasure(transaction, erasure))
    isKilled = await deleteReports(config, { KILL_BEFORE_STATEMENT: String(statement) })
    await deleteReports(config, {})
    const { reports, finishedAtMs } = await db
      .selectFrom('erasures')
      .select(['reports', 'finishedAtMs'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    expect({ statement, reports, isFinished: finishedAtMs !== null }).toEqual({
      statement,
      reports: amount,
      isFinished: true,
    })
    const rows = await db.selectFrom('auditEvents').select(['action', 'subjects']).execute()
    const own = rows.filter(({ subjects }) => JSON.parse(subjects).includes(`user:${userId}`))
    const named = own.flatMap(({ subjects }): string[] => JSON.parse(subjects).slice(1))
    expect([named.length, new Set(named).size]).toEqual([amount, amount])
    expect(own.filter(({ action }) => action === 'user.erase_end')).toHaveLength(1)
  }
  expect((await verifyAuditLog(db)).brokenAt).toBe(null)
})

test('a killed deletion of old reports is finished by the next run, and its entries list each report once', async () => {
  const testApp = await buildTestApp()
  const { db, config } = testApp.context
  const settings = { REPORTS_KEPT_YEARS: '10' }
  let isKilled = true
  for (let statement = 1; isKilled; statement = nextKill(statement)) {
    const userId = `user-${statement}`
    await insertReports(testApp, userId, [
      ...Array.from({ length: amount }, () => ({ at: '1999-03-07T00:00:00Z' })),
      { at: `${new Date().getUTCFullYear()}-01-01T00:00:00Z`, reportId: `young-${statement}` },
    ])
    isKilled = await deleteReports(config, { ...settings, KILL_BEFORE_STATEMENT: String(statement) })
    await deleteReports(config, settings)
    const left = await db.selectFrom('reports').select('id').where('userId', '=', userId).execute()
    expect(left).toEqual([{ id: `young-${statement}` }])
    const rows = await db.selectFrom('auditEvents').select('subjects').where('action', '=', 'reports.expire').execute()
    const subjects = rows.map((row): string[] => JSON.parse(row.subjects))
    const named = subjects.filter(([first]) => first === `user:${userId}`).flatMap((each) => each.slice(1))
    expect([named.length, new Set(named).size]).toEqual([amount, amount])
  }
  expect((await verifyAuditLog(db)).brokenAt).toBe(null)
})

/** @returns whether it was killed */
async function deleteReports(config: Config, settings: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', killer, program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...databaseSettings(config), ...settings },
  })
  const [code, signal] = await once(child, 'exit')
  expect(signal ?? code).toBe(signal === null ? 0 : 'SIGKILL')
  return signal !== null
}
