import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeRestorePlace, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import type { TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { testEngine } from '../../../testing/engines/engines.ts'
import { runConsole } from '../../../testing/processes/run-console.ts'
import { launchServer } from '../../../testing/processes/server-process.ts'
import { lookAtDatabase } from '../check/database.ts'
import { readConfig } from '../../core/config.ts'

/** Loses the database of a console, as by a wrong name or a broken disk. The key stays. */
async function lose({ context, app }: TestApp, how: 'missing' | 'empty'): Promise<void> {
  const { dataDir, databaseUrl } = context.config
  await app.close()
  if (databaseUrl !== undefined) {
    await sql`drop schema public cascade`.execute(context.db)
    await sql`create schema public`.execute(context.db)
    return
  }
  const file = path.join(dataDir, 'console.db')
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  rmSync(file)
  // This is a new file, because this process still has the old one open.
  if (how === 'empty') writeFileSync(file, '')
}

async function startServer({ context }: TestApp): Promise<string> {
  const server = await launchServer({ ...databaseSettings(context.config), MAIL_DELIVERY: 'off' })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return server.ready().then(
    () => 'ready',
    () => server.output(),
  )
}

test.each(['missing', 'empty'] as const)(
  'next to checkpoints or model files, a database that is %s is created again only on request, which moves the checkpoints aside',
  async (how) => {
    const { testApp, context } = await startFilledConsole()
    const { auditProofDir, dataDir } = context.config
    const proof = path.join(auditProofDir, 'checkpoints.txt')
    await lose(testApp, how)
    const rejected = (left: string) =>
      new RegExp(`There is no console in the database .*, but there was one: .*${left}.*restore FOLDER.*--start-empty`)
    expect((await runConsole(testApp, ['migrate'])).output).toMatch(
      rejected('checkpoints of an audit log with \\d+ entries'),
    )
    if (how === 'missing') {
      expect(await startServer(testApp)).toMatch(rejected('checkpoints of an audit log with \\d+ entries'))
      expect(readdirSync(dataDir)).not.toContain('console.db')
      expect(await lookAtDatabase(context.config)).toContainEqual({
        state: 'failed',
        text: expect.stringMatching(rejected('checkpoints of an audit log with \\d+ entries')),
      })
    }

    rmSync(proof)
    expect((await runConsole(testApp, ['migrate'])).output).toMatch(rejected('has model files'))
    expect(await runConsole(testApp, ['migrate', '--start-empty'])).toMatchObject({ code: 0 })
    expect((await runConsole(testApp, ['migrate', '--start-empty'])).output).toContain('is not empty')
    expect(await runConsole(testApp, ['list-admins'])).toMatchObject({ code: 0 })
  },
)

test('checkpoints of a lost database do not contradict the new audit log', async () => {
  const { testApp, context } = await startFilledConsole()
  await lose(testApp, 'missing')
  await runConsole(testApp, ['migrate', '--start-empty'])
  expect(await startServer(testApp)).toBe('ready')
  // The server writes its first checkpoint soon after its start.
  await expect.poll(() => runConsole(testApp, ['verify-audit']), { timeout: 60_000 }).toMatchObject({ code: 0 })
  expect(readdirSync(context.config.auditProofDir)).toContainEqual(expect.stringMatching(/^checkpoints-before-/))
})

test('no key is created for a console that has lost its database and its key', async () => {
  if (testEngine() !== 'sqlite') return
  const { testApp, context } = await startFilledConsole()
  await lose(testApp, 'missing')
  rmSync(context.config.secretKey.file)
  expect(await startServer(testApp)).toContain('but there was one')
  expect(existsSync(context.config.secretKey.file)).toBe(false)
})

test('a lost database is restored from its backup', async () => {
  const { testApp, context } = await startFilledConsole()
  const backups = path.join(context.config.dataDir, 'backups')
  expect(await runConsole(testApp, ['backup', backups])).toMatchObject({ code: 0 })
  const place = await makeRestorePlace(testApp)
  const elsewhere = { ...testApp, context: { ...context, config: readConfig(place.settings) } }
  expect(await runConsole(elsewhere, ['restore', backups])).toMatchObject({ code: 0 })
  expect(await startServer(elsewhere)).toBe('ready')
})
