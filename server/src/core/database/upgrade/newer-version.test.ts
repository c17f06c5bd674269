import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { describeSchema } from '../../../../testing/engines/describe-schema.ts'
import { signedIn, testPassword } from '../../../../testing/factories.ts'
import { freePort } from '../../../../testing/processes/free-port.ts'
import { insertReports } from '../../../../testing/reports/insert-reports.ts'
import { runConsole, runHere } from '../../../../testing/processes/run-console.ts'
import { programs } from '../../../../testing/processes/server-process.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'
import { version } from '../../settings/version.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { migrate, migrationNames, type Migrations } from './migrate.ts'
import { openDatabase } from '../open.ts'

const additive: Migrations = {
  '998-notes': {
    isAdditive: true,
    async up(db) {
      await db.schema.alterTable('sessions').addColumn('note', 'text').execute()
      await db.schema
        .alterTable('admins')
        .addColumn('shift', 'text', (column) => column.notNull().defaultTo('day'))
        .execute()
      await db.schema.createTable('notes').addColumn('id', 'text').execute()
    },
  },
}
const breaking: Migrations = {
  '999-people': {
    async up(db) {
      await db.schema.alterTable('endUsers').renameColumn('lastName', 'familyName').execute()
    },
  },
}

/** Migrates with a version of the console that knows more migrations and calls itself 9.0.0. */
async function upgrade({ context }: TestApp, further: Migrations): Promise<void> {
  await migrate(context, further)
  await context.db
    .updateTable('schemaChanges')
    .set({ version: '9.0.0' })
    .where('name', 'in', Object.keys(further))
    .execute()
}

async function startBeside({ context }: TestApp) {
  const database = openDatabase(context.config)
  try {
    return await bringUpToDate(database)
  } finally {
    await database.close()
  }
}

const runServer = ({ context }: TestApp) =>
  spawnSync(process.execPath, [programs.server], {
    encoding: 'utf8',
    env: { ...process.env, ...databaseSettings(context.config), DEMO: '0' },
  })

const readiness = async ({ app }: TestApp) => (await app.inject('/readyz')).statusCode

test(
  'a replica continues to work and starts again next to a newer one while the changes are additive',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp()
    const admin = await signedIn(testApp, { role: 'super_admin' })
    expect(await startBeside(testApp)).toBeUndefined()
    await upgrade(testApp, additive)
    expect(await startBeside(testApp)).toEqual({ version: '9.0.0', isUsable: true })
    expect(await readiness(testApp)).toBe(200)

    const [user] = await insertUsers(testApp, [{ lastName: 'Brännström' }])
    await insertReports(testApp, user?.id ?? '', [{ at: '2026-11-01T10:00:00Z' }])
    for (const url of [
      '/v1/users',
      `/v1/users/${user?.id}/reports`,
      '/v1/admins',
      '/v1/hospital-patients',
      '/v1/files',
    ]) {
      expect([url, (await admin.call('GET', url)).statusCode]).toEqual([url, 200])
    }
    const invited = await admin.call('POST', '/v1/admin-invites', { users: [{ email: 'zoe@console.test' }] })
    expect(invited.statusCode).toBe(200)
    const payload = { email: admin.admin.email, password: testPassword }
    const signIn = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', payload })
    expect(signIn.statusCode).toBe(200)
  },
)

const cannotUse =
  `The database is from Health Console 9.0.0, which this one, ${version}, cannot use. ` +
  'Start 9.0.0, or restore the backup from before the upgrade.'

test('after a breaking change no old replica starts, and the error contains both versions', async () => {
  const testApp = await buildTestApp()
  await upgrade(testApp, { ...additive, ...breaking })
  await expect(startBeside(testApp)).rejects.toThrow(cannotUse)
  expect(runServer(testApp)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`"The server cannot start: ${cannotUse}"`),
  })
  expect(await runConsole(testApp, ['list-admins'])).toEqual({ code: 1, output: `${cannotUse}\n` })
  const settings = { ...databaseSettings(testApp.context.config), PORT: String(await freePort()), MAIL_DELIVERY: 'off' }
  const { code, stdout, stderr } = await runHere(['check'], settings)
  expect(code).toBe(1)
  expect(stdout + stderr).toMatch(/^failed +database .*9\.0\.0.*cannot use/m)
})

test(
  'a replica that runs during a breaking change is taken out of service, logs whose tables they are, and is ready again with its own',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp()
    const { context, logLines } = testApp
    expect(await readiness(testApp)).toBe(200)
    await upgrade(testApp, breaking)
    expect(await readiness(testApp)).toBe(503)
    expect((await testApp.app.inject('/healthz')).statusCode).toBe(200)
    expect(logLines.filter((line) => line.includes('its tables are those of Health Console 9.0.0'))).toHaveLength(1)

    await context.db.schema.alterTable('endUsers').renameColumn('familyName', 'lastName').execute()
    await context.db.deleteFrom('schemaChanges').where('name', 'in', Object.keys(breaking)).execute()
    expect(await readiness(testApp)).toBe(200)
  },
)

test(
  'an old replica that starts while a newer one migrates does not work with its tables',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp()
    const { context } = testApp
    const database = openDatabase(context.config)
    onTestFinished(() => database.close())
    const begin = vi.spyOn(database.db, 'transaction')
    const { starting } = await context.db.transaction().execute(async (transaction) => {
      await context.engine.serialize(transaction, 'migration')
      const starting = bringUpToDate(database).catch((error: unknown) => error)
      await expect.poll(() => begin.mock.calls.length).toBe(1)
      for (const { up } of Object.values(breaking)) await up(transaction, context.engine)
      const changes = Object.keys(breaking).map((name) => ({ name, isAdditive: 0, version: '9.0.0' }))
      await transaction.insertInto('schemaChanges').values(changes).execute()
      return { starting }
    })
    expect(await starting).toEqual(new Error(cannotUse))
  },
)

test.for([
  ['0.3.0', sql`update schema_changes set name = '044-simpler-search' where name = ${migrationNames[0]}`],
  ['the first versions', sql`drop table schema_changes`],
] as const)('a database of %s is rejected in one sentence and not changed', { tags: 'postgres' }, async ([, age]) => {
  const testApp = await buildTestApp()
  await age.execute(testApp.owner.db)
  const before = await describeSchema(testApp.owner)
  const rejection = 'The database is from before Health Console 1.0.0, and no later version can use it.'
  await expect(startBeside(testApp)).rejects.toThrow(rejection)
  expect(await describeSchema(testApp.owner)).toBe(before)
  expect(await runConsole(testApp, ['list-admins'])).toEqual({ code: 1, output: `${rejection}\n` })
})
