import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import {
  makeRestorePlace,
  openRestored,
  readAnswers,
  readObjects,
  startFilledConsole,
} from '../../../testing/backup/filled-console.ts'
import { runConsole } from '../../../testing/processes/run-console.ts'
import { lookAtDatabase } from '../check/database.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { writeCheckpoint } from '../../core/audit/write-checkpoint.ts'
import { readConfig } from '../../core/config.ts'
import { openDatabase } from '../../core/database/open.ts'
import { listTables, requireWhole } from '../../core/database/upgrade/restore-place.ts'
import { moveConsole } from './move-console.ts'

/** A filled console on SQLite, whose server has stopped, and the settings of an empty PostgreSQL. */
async function startMove() {
  const before = await startFilledConsole({}, { isEmbedded: true })
  const { testApp, session, context, userId } = before
  await session.call('POST', '/v1/admin-invites', { users: [{ email: 'zoe@console.test' }] })
  const answers = await readAnswers(testApp, session.cookies, userId)
  const objects = await readObjects(context)
  await testApp.app.close()
  const { config } = context
  const place = await makeRestorePlace(testApp)
  const settings = {
    ...place.settings,
    DATA_DIR: config.dataDir,
    SECRET_KEY_FILE: config.secretKey.file,
    AUDIT_PROOF_DIR: `${config.auditProofDir}-2`,
  }
  const file = path.join(config.dataDir, 'new-place')
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(file, lines.join('\n'))
  return { ...before, answers, objects, settings, file }
}

test(
  '[operations-7] a console on SQLite is moved to PostgreSQL with everything, and its source rejects server and commands',
  { tags: 'postgres' },
  async () => {
    const { testApp, context, session, userId, answers, objects, settings, file } = await startMove()
    const readLog = ({ db }: Pick<typeof context, 'db'>) =>
      db.selectFrom('auditEvents').selectAll().orderBy('sequence').execute()
    const log = await readLog(context)
    expect(await lookAtDatabase(readConfig(settings))).toContainEqual({
      state: 'ok',
      text: expect.stringContaining('bin/console move fills it'),
    })

    const { code, output } = await runConsole(testApp, ['move', `--to=${file}`])
    expect(output).toMatch(/^Moved [\d,]+ rows\. Every hash matches, and the audit log is verified\./)
    expect(code).toBe(0)

    const after = await openRestored(settings, session.admin.email)
    expect(await readAnswers(after.testApp, after.cookies, userId)).toEqual(answers)
    expect(await readObjects(after.testApp.context)).toEqual(objects)
    const moved = await readLog(after.testApp.context)
    expect(moved.slice(0, log.length)).toEqual(log)
    expect(moved[log.length]).toMatchObject({ action: 'console.move', outcome: 'ok' })
    const waiting = await after.testApp.context.db.selectFrom('outbox').select('state').execute()
    expect(waiting).toContainEqual({ state: 'waiting' })
    const old = await after.testApp.app.inject({ url: '/v1/auth/admin/me', cookies: session.cookies })
    expect(old.statusCode).toBe(401)

    const rejected = await runConsole(testApp, ['list-admins'])
    expect(rejected.output).toContain('use the settings of the target')
    expect(rejected.output).toContain(`delete ${path.join(context.config.dataDir, 'moved.json')}`)
    expect(await runConsole(testApp, ['move', `--to=${file}`])).toMatchObject({
      code: 0,
      output: expect.stringContaining('The console has already been moved'),
    })
  },
)

test('after a rollback the audit log of the source is intact, and it can be moved again', async () => {
  const { testApp, context, session, userId, answers, settings, file } = await startMove()
  const before = readTree(context.config.auditProofDir)
  expect((await runConsole(testApp, ['move', `--to=${file}`])).code).toBe(0)
  // The server of the target writes further entries and checkpoints.
  const after = await openRestored(settings, session.admin.email)
  await writeCheckpoint(after.testApp.context, pino({ level: 'silent' }))
  await after.testApp.app.close()
  expect(readTree(context.config.auditProofDir)).toEqual(before)

  rmSync(path.join(context.config.dataDir, 'moved.json'))
  expect((await runConsole(testApp, ['verify-audit'])).output).toContain('is intact')
  expect((await runConsole(testApp, ['move', `--to=${file}`])).output).toContain('is not empty')
  expect(existsSync(path.join(context.config.dataDir, 'moved.json'))).toBe(false)
  const again = await makeRestorePlace(testApp)
  const next = path.join(context.config.dataDir, 'next-place')
  writeFileSync(
    next,
    readFileSync(file, 'utf8').replace(/^DATABASE_URL=.*$/m, `DATABASE_URL='${again.settings['DATABASE_URL']}'`),
  )
  expect((await runConsole(testApp, ['move', `--to=${next}`])).code).toBe(0)
  const moved = await openRestored(
    { ...settings, DATABASE_URL: again.settings['DATABASE_URL'] ?? '' },
    session.admin.email,
  )
  expect(await readAnswers(moved.testApp, moved.cookies, userId)).toEqual(answers)
  expect(await verifyAuditCommand.run(moved.testApp.context, [])).toContain('is intact')
})

const readTree = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))

test('a move whose target cannot be reached or used changes nothing', { tags: 'postgres' }, async () => {
  const { context, settings } = await startMove()
  const from = context.config
  const onward = (changes: Record<string, string>) =>
    moveConsole(from, readConfig({ ...settings, ...changes }), () => {})
  const url = new URL(readConfig(settings).databaseUrl ?? '')
  url.port = '1'
  await expect(onward({ DATABASE_URL: url.href })).rejects.toThrow('ECONNREFUSED')
  const bucket = {
    S3_BUCKET: 'none',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  await expect(onward(bucket)).rejects.toThrow('file storage')
  await expect(onward({ AUDIT_PROOF_DIR: from.auditProofDir })).rejects.toThrow(
    `set AUDIT_PROOF_DIR to another folder, for example ${from.auditProofDir}-2`,
  )
  expect(existsSync(path.join(from.dataDir, 'moved.json'))).toBe(false)
})

test(
  'an interrupted move continues, no server starts meanwhile, and a changed row is found',
  { tags: 'postgres' },
  async () => {
    const { context, settings } = await startMove()
    const [from, to] = [context.config, readConfig(settings)]
    const stopAt = (rows: number) => (step: { done: number }) => {
      if (step.done >= rows) throw new Error('Interrupted')
    }
    await expect(moveConsole(from, to, stopAt(30))).rejects.toThrow('Interrupted')
    const target = openDatabase(to)
    onTestFinished(() => target.close())
    const tables = await listTables(target)
    expect(() => requireWhole(tables)).toThrow('A move into this database has not finished')

    await expect(moveConsole(from, to, stopAt(120))).rejects.toThrow('Interrupted')
    await sql`update end_users set last_name = 'Changed' where id = (select min(id) from end_users)`.execute(target.db)
    await expect(moveConsole(from, to, () => {})).rejects.toThrow('The rows of endUsers are not the same')
  },
)

test('a move needs the same master key, and a target', { tags: 'postgres' }, async () => {
  const { context, settings } = await startMove()
  const from = context.config
  const onward = (changes: Record<string, string>) =>
    moveConsole(from, readConfig({ ...settings, ...changes }), () => {})
  const key = path.join(from.dataDir, 'other.key')
  await expect(onward({ SECRET_KEY_FILE: key })).rejects.toThrow(`There is no master key in ${key}`)
  writeFileSync(key, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
  await expect(onward({ SECRET_KEY_FILE: key })).rejects.toThrow('must specify the same key')
  await expect(onward({ DATABASE_URL: '', DATABASE_DIRECT_URL: '' })).rejects.toThrow('The console is already where')
})
