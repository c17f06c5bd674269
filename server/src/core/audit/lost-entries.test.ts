import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tamperWithLog } from '../../../testing/audit-log.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { createLogStream } from '../../features/audit-events/stream/stream-events.ts'
import { createHeartbeat } from '../../operations/replicas/heartbeat.ts'
import { byServer } from './entry.ts'
import { reportLosses } from './report-loss.ts'
import { createAuditLog } from './store.ts'
import { toExportLine } from './verify-audit.mjs'

const entry = { ...byServer, action: 'users.list', subjects: [] } as const
const write = async ({ context }: TestApp, count: number, audit = context.audit) => {
  for (let n = 0; n < count; n += 1) await audit.write([{ ...entry, subjects: [] }])
}

/** The state after a failover to a standby that had not received the last entries. */
const lose = ({ owner }: TestApp, after: number) =>
  tamperWithLog(owner, (transaction) => transaction.deleteFrom('auditEvents').where('sequence', '>', after).execute())

const readiness = async ({ app }: TestApp) => JSON.parse((await app.inject('/readyz')).body)

function withJob(testApp: TestApp) {
  const errors: string[] = []
  const job = reportLosses(testApp.context, {
    error: (_details: unknown, message?: string) => void errors.push(message ?? ''),
  })
  const entries = () =>
    testApp.context.db
      .selectFrom('auditEvents')
      .select(['sequence', 'reason'])
      .where('action', '=', 'audit.lose')
      .execute()
  return { job, errors, entries }
}

test('entries that a server has committed and the database has lost are reported once, with their range and from when', async () => {
  const testApp = await buildTestApp()
  const { job, errors, entries } = withJob(testApp)
  await write(testApp, 10)
  await job()
  expect([errors, await readiness(testApp)]).toEqual([[], expect.objectContaining({ audit_log: true })])
  await lose(testApp, 6)
  await job()
  await job()
  expect(errors).toEqual([
    expect.stringMatching(/entries 7 to 10 of the audit log, since \d{4}-.*A failover that loses changes/),
  ])
  expect(await entries()).toEqual([{ sequence: 7, reason: 'entries_7_to_10' }])
  expect(await readiness(testApp)).toMatchObject({ status: 'degraded', audit_log: false })
})

test.for([1, 4, 9])(
  'a loss is noticed although %i new entries follow, before or after the comparison',
  async (more) => {
    for (const byOther of [false, true]) {
      const testApp = await buildTestApp()
      const { db, engine, now } = testApp.context
      const { job, entries } = withJob(testApp)
      await write(testApp, 10)
      await lose(testApp, 6)
      await write(testApp, more, byOther ? createAuditLog(db, engine, now) : undefined)
      await job()
      expect((await entries()).map(({ reason }) => reason)).toEqual(['entries_7_to_10'])
    }
  },
)

test('what was rolled back, and what other servers have written, is no loss', async () => {
  const testApp = await buildTestApp()
  const { db, engine, now, audit } = testApp.context
  const { job, errors } = withJob(testApp)
  await write(testApp, 3)
  const rolledBack = db.transaction().execute(async (transaction) => {
    await audit.append(transaction, [{ ...entry, subjects: [] }])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await write(testApp, 5, createAuditLog(db, engine, now))
  await write(testApp, 2)
  await job()
  expect(errors).toEqual([])
})

test('a replica that noticed nothing learns of the loss from the row of another', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  await createHeartbeat(context).beat()
  const other = createAuditLog(context.db, context.engine, context.now)
  await write(testApp, 5, other)
  await createHeartbeat({ ...context, audit: other, config: { ...context.config, dataDir: '/another' } }).beat()
  expect(await readiness(testApp)).toMatchObject({ replicas: true })
  await lose(testApp, 3)
  expect(await readiness(testApp)).toMatchObject({ replicas: false })
  expect(testApp.logLines.join('')).toContain('has committed entry 5 of the audit log, which the database has lost')
})

test('a server that starts after the loss notices it by the last line of its stream, also a cut one after it', async () => {
  const testApp = await buildTestApp({ AUDIT_STREAM: 'stdout' })
  const { context } = testApp
  const file = path.join(context.config.dataDir, 'stream.ndjson')
  await write(testApp, 8, createAuditLog(context.db, context.engine, context.now))
  const rows = await context.db.selectFrom('auditEvents').selectAll().orderBy('sequence').execute()
  writeFileSync(file, rows.map(toExportLine).join(''))
  appendFileSync(file, '{"sequence":9,"ha')
  await lose(testApp, 5)
  const { job, entries } = withJob(testApp)
  await createLogStream(context, file)(new AbortController().signal)
  await job()
  expect((await entries()).map(({ reason }) => reason)).toEqual(['entries_1_to_8'])
})
