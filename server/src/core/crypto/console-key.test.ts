import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { testPassword } from '../../../testing/factories.ts'
import { ggufOf, startFilesApp, uploadFirst, finishHashing } from '../../../testing/files/files-app.ts'
import { runConsole, runHere } from '../../../testing/processes/run-console.ts'
import { launchServer } from '../../../testing/processes/server-process.ts'
import { setSecondFactor } from '../../../testing/sessions/second-factor.ts'
import { writeCheckpoint } from '../audit/write-checkpoint.ts'
import { signVersions } from '../../features/files/signing/sign-versions.ts'
import { adoptKey } from '../../features/files/signing/adopt-key.ts'
import { rotateKeyCommand } from '../../operations/master-key/rotate-key.ts'
import { shorten } from './console-key.ts'
import { openKeys } from './keys.ts'

const newKey = () => randomBytes(32).toString('base64')

/** A console with a signed model and an authenticator app, and the file of its key. */
async function filledApp() {
  const app = await startFilesApp()
  await uploadFirst(app.session, 'model.gguf', ggufOf(1_000))
  await finishHashing(app)
  await signVersions(app.context)
  await setSecondFactor(app.testApp, app.session)
  return { ...app, file: app.context.config.secretKey.file }
}

const tables = ['consoleKey', 'fileSignatures', 'modelKeys', 'secondFactors', 'auditEvents'] as const
const rowsOf = ({ db }: TestApp['context']) =>
  Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))

async function startServer(settings: Record<string, string>) {
  const server = await launchServer({ ...settings, MAIL_DELIVERY: 'off' })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return server.ready().then(
    () => 'ready',
    () => server.output(),
  )
}

test('with another key, a server, a command and a backup stop before they change anything, and report both keys', async () => {
  const { testApp, context, file } = await filledApp()
  const rows = await rowsOf(context)
  writeFileSync(file, newKey())
  const other = openKeys(context.config)
  const both = new RegExp(
    `fingerprint ${shorten(other.fingerprint)}.* fingerprint ${shorten(context.keys.fingerprint)}`,
  )
  expect(await startServer(databaseSettings(context.config))).toMatch(both)
  for (const args of [['list-admins'], ['migrate'], ['verify-models'], ['backup', context.config.dataDir]]) {
    const { code, output } = await runConsole(testApp, args)
    expect([args, code, output]).toEqual([args, 1, expect.stringMatching(both)])
  }
  expect(await rowsOf(context)).toEqual(rows)
})

test.each(['removed', 'empty', 'truncated'])(
  'a key file that was %s is not created again if the database exists',
  async (how) => {
    const { context, file } = await filledApp()
    const rows = await rowsOf(context)
    if (how === 'removed') rmSync(file)
    else truncateSync(file, how === 'empty' ? 0 : 20)
    const why =
      how === 'removed'
        ? `has one with the fingerprint ${shorten(context.keys.fingerprint)}`
        : 'must contain at least 32'
    const { dataDir, databaseUrl } = context.config
    const settings = {
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, SECRET_KEY_FILE: file }),
    }
    expect((await runHere(['migrate'], settings)).stderr).toContain(why)
    if (how === 'removed') expect(await startServer(settings)).toContain(why)
    expect([existsSync(file), await rowsOf(context)]).toEqual([how !== 'removed', rows])
  },
)

test('a running server whose key was replaced neither signs nor decrypts, and is not ready until it is restarted', async () => {
  const { testApp, context, session, file } = await filledApp()
  const ready = async () => {
    const { statusCode, body } = await testApp.app.inject('/readyz')
    return [statusCode, JSON.parse(body).key]
  }
  expect(await ready()).toEqual([200, true])
  const kept = `${file}.old`
  writeFileSync(kept, `${newKey()}\n`)
  const later = { ...context, keys: openKeys({ secretKey: { file: kept } }) }
  await rotateKeyCommand.run(later, ['--old', file])

  // This is before it notices the change: nothing is signed with the former key.
  await context.db.deleteFrom('fileSignatures').execute()
  await signVersions(context)
  expect(await context.db.selectFrom('fileSignatures').selectAll().execute()).toEqual([])
  await signVersions(later)
  expect(await ready()).toEqual([503, false])
  const rows = await rowsOf(context)
  const payload = { email: session.admin.email, password: testPassword }
  const signIn = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', payload })
  expect([signIn.statusCode, signIn.json().error?.message]).toEqual([503, expect.stringContaining('restarted')])
  await signVersions(context)
  await expect(writeCheckpoint(context, testApp.app.log)).rejects.toThrow('was replaced')
  expect(await rowsOf(context)).toEqual(rows)
})

function writeKey({ config }: Pick<TestApp['context'], 'config'>): string {
  const file = `${config.dataDir}/another.key`
  writeFileSync(file, newKey())
  return file
}

test('of several servers with different keys that create one database at once, only one continues', async () => {
  const { context } = await buildTestApp()
  await context.db.deleteFrom('modelKeys').execute()
  await context.db.deleteFrom('consoleKey').execute()
  const keys = Array.from({ length: 5 }, () => openKeys({ secretKey: { file: writeKey(context) } }))
  const results = await Promise.allSettled(keys.map((each) => adoptKey({ ...context, keys: each })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [row] = await context.db.selectFrom('consoleKey').selectAll().execute()
  const winner = results.findIndex(({ status }) => status === 'fulfilled')
  expect(row?.fingerprint).toBe(keys[winner]?.fingerprint)
})
