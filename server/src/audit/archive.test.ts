import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { databaseSettings } from '../../testing/database-settings.ts'
import { signedIn } from '../../testing/factories.ts'
import { tamperWithLog } from '../../testing/audit-log.ts'
import { programs } from '../../testing/server-process.ts'
import { archiveAuditCommand, verifyAuditCommand } from '../commands/audit-commands.ts'
import { byServer } from './entry.ts'
import { writeExport } from './export-file.ts'
import { exportTrailer } from './export-trailer.ts'
import { readProof } from './proof-files.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

const quiet = pino({ level: 'silent' })
const yearMs = 366 * 24 * 3_600_000
const named = { ...byServer, action: 'users.list' as const, address: '192.0.2.7' }

/** Rows of today, after as many of two years ago. */
async function withOldRows(testApp: TestApp, count: number): Promise<void> {
  const { context, advance } = testApp
  const entries = (user: string) =>
    Array.from({ length: count }, () => ({ ...named, subjects: [`user:${user}` as const] }))
  await context.audit.write(entries('old'))
  await writeCheckpoint(context, quiet)
  advance(2 * yearMs)
  await context.audit.write(entries('new'))
  await writeCheckpoint(context, quiet)
  await context.audit.catchUp()
}

const settings = { AUDIT_RETENTION_YEARS: '1' }

function verifyFile(folder: string, file: string) {
  return spawnSync(process.execPath, [path.join(folder, 'verify-audit.mjs'), path.join(folder, file)], {
    encoding: 'utf8',
  })
}

async function stateOf({ context: { db } }: Pick<TestApp, 'context'>) {
  const rows = await db.selectFrom('auditEvents').select('sequence').orderBy('sequence').execute()
  const terms = await db.selectFrom('auditTerms').select(['term', 'sequence']).orderBy('sequence').execute()
  return { first: rows[0]?.sequence, last: rows.at(-1)?.sequence, firstTerm: terms[0]?.sequence, rows: rows.length }
}

test('old rows leave for a sealed file, with what finds them, and the proof goes on after the seal', async () => {
  const testApp = await buildTestApp(settings)
  const { context } = testApp
  const folder = path.join(context.config.dataDir, 'archive')
  await withOldRows(testApp, 600)
  expect(await archiveAuditCommand.run(context, [folder])).toContain('Rows 1 to 600 of the audit log are in')
  await context.audit.catchUp()
  expect(await stateOf(testApp)).toEqual({ first: 601, last: 1_201, firstTerm: 601, rows: 601 })
  expect(readdirSync(folder).sort()).toEqual(['audit-1-600.ndjson', 'verify-audit.mjs'])
  expect(verifyFile(folder, 'audit-1-600.ndjson')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The audit log is intact: 600 rows.'),
  })

  expect(await verifyAuditCommand.run(context, [])).toContain(
    'intact: 601 rows; the 600 rows before them are archived and sealed.',
  )
  expect(await writeCheckpoint(context, quiet)).toContain('\n1201\n')
  await writeExport(context.db, path.join(folder, 'rest.ndjson'), {
    after: 0,
    toTrailer: (end) => exportTrailer(context, end),
  })
  expect(verifyFile(folder, 'rest.ndjson')).toMatchObject({ status: 0 })

  expect(await archiveAuditCommand.run(context, [folder])).toBe('No row of the audit log is older than 1 year.')
  testApp.advance(2 * yearMs)
  expect(await archiveAuditCommand.run(context, [folder])).toContain('Rows 601 to 1200')
  expect(verifyFile(folder, 'audit-601-1200.ndjson')).toMatchObject({ status: 0 })
  expect(await verifyAuditCommand.run(context, [])).toContain('intact: 2 rows; the 1200 rows before them')
  await context.audit.write([{ ...named, subjects: [] }])
  expect(await stateOf(testApp)).toMatchObject({ first: 1_201, last: 1_203 })
})

test('an audit log that is broken is not archived, nor is one that is kept for good', async () => {
  const testApp = await buildTestApp(settings)
  const { context } = testApp
  const folder = path.join(context.config.dataDir, 'archive')
  await withOldRows(testApp, 5)
  const forGood = { ...context, config: { ...context.config, auditRetentionYears: 0 } }
  expect(await archiveAuditCommand.run(forGood, [folder])).toContain('kept for good')
  await tamperWithLog(context, (transaction) =>
    transaction.updateTable('auditEvents').set({ actorId: 'x' }).where('sequence', '=', 2).execute(),
  )
  await expect(archiveAuditCommand.run(context, [folder])).rejects.toThrow(
    'Nothing was archived. The audit log is broken at row 2: it was changed.',
  )
  expect(await stateOf(testApp)).toMatchObject({ first: 1, rows: 10 })
})

test('an ordinary checkpoint is no seal: rows dropped otherwise are missed', async () => {
  const testApp = await buildTestApp(settings)
  const { context } = testApp
  await withOldRows(testApp, 5)
  const [checkpoint] = (await readProof(context.config)).checkpoints
  await tamperWithLog(context, async (transaction) => {
    await transaction.deleteFrom('auditEvents').where('sequence', '<=', 5).execute()
    await transaction
      .insertInto('auditSeals')
      .values({ size: 5, atMs: 1, note: checkpoint?.note ?? '' })
      .execute()
  })
  await expect(verifyAuditCommand.run(context, [])).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('broken at row 1: rows 1 to 5 were deleted.'),
  })
})

test('a server goes on while old rows are dropped', async () => {
  const testApp = await buildTestApp()
  const { context, advance } = testApp
  advance(-7 * yearMs)
  await withOldRows(testApp, 300)
  advance(5 * yearMs)
  const boss = await signedIn(testApp, { role: 'super_admin' })
  // The last entry is never archived, so there is one after those that are.
  await boss.call('GET', '/v1/audit-events?subject=user:old')
  const child = spawn(
    process.execPath,
    [programs.commands, 'archive-audit', path.join(context.config.dataDir, 'archive')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...databaseSettings(context.config), ...settings },
    },
  )
  const exited = once(child, 'exit')
  while (child.exitCode === null && child.signalCode === null) {
    const { statusCode } = await boss.call('GET', '/v1/audit-events?subject=user:old')
    expect(statusCode).toBe(200)
  }
  expect(await exited).toEqual([0, null])
  expect(await stateOf(testApp)).toMatchObject({ first: 601 })
  expect(await verifyAuditCommand.run(context, [])).toContain('the 600 rows before them are archived')
})
