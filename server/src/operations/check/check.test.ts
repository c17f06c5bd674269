import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { emptyDatabase } from '../../../testing/engines/engines.ts'
import { createAdmin } from '../../../testing/factories.ts'
import { freePort } from '../../../testing/processes/free-port.ts'
import { runHere } from '../../../testing/processes/run-console.ts'
import { root } from '../../../testing/processes/server-process.ts'
import { startFakeProvider } from '../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../testing/sign-on/test-browser.ts'
import { checkSignOnSessions } from '../../features/staff/sign-on/check-sign-on-sessions.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { openDatabase } from '../../core/database/open.ts'
import { listTables } from '../../core/database/upgrade/restore-place.ts'

async function check(settings: Record<string, string>) {
  const { code, stdout, stderr } = await runHere(['check'], { PORT: String(await freePort()), ...settings })
  return { code, report: code === 0 ? stdout : stdout + stderr }
}

async function checkInProcess(settings: Record<string, string>, file: string) {
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(await freePort()), ...settings }
  return promisify(execFile)(path.join(root, 'bin/console'), [`--settings=${file}`, 'check'], { env }).then(
    ({ stdout }) => ({ code: 0, report: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, report: stdout + stderr }),
  )
}

/** Each file with whatever a change would affect; for SQLite's shared memory, only that it exists. */
function stateOf(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort()
  return names.map((name) => {
    const file = path.join(folder, name)
    const { mode, uid, size, mtimeMs } = statSync(file)
    if (name.endsWith('-shm')) return `${name} ${mode} ${uid} ${size}`
    const hash = statSync(file).isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : ''
    return `${name} ${mode} ${uid} ${size} ${mtimeMs} ${hash}`
  })
}

async function rowsOf({ context }: TestApp): Promise<string[]> {
  const tables = await listTables(context)
  const rows = tables.map(async (table) => {
    const content = await sql`select * from ${sql.table(table)}`.execute(context.db)
    return `${table} ${JSON.stringify(content.rows)}`
  })
  return (await Promise.all(rows)).sort()
}

test('the check passes on a working console, and changes neither its folder nor its database', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const settings = databaseSettings(context.config)
  const [files, rows] = [stateOf(context.config.dataDir), await rowsOf(testApp)]
  const { code, report } = await check(settings)
  expect([code, report]).toEqual([0, expect.stringMatching(/^check: \d+ ok, \d+ warnings, 0 failed$/m)])
  expect(report).toMatch(/^ok {7}database {2}the database .* is up to date$/m)
  expect(stateOf(context.config.dataDir)).toEqual(files)
  expect(await rowsOf(testApp)).toEqual(rows)

  if (context.config.databaseUrl !== undefined) return
  // The files are as a killed server leaves them, with its last changes next to the database.
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  cpSync(context.config.dataDir, place.dataDir, { recursive: true, preserveTimestamps: true })
  expect(readdirSync(place.dataDir)).toContain('console.db-wal')
  const left = stateOf(place.dataDir)
  expect((await check({ DATA_DIR: place.dataDir })).report).toContain('is up to date')
  expect(stateOf(place.dataDir)).toEqual(left)
})

test('before the first start, the check creates nothing and passes in an empty folder', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const settings = databaseSettings(place)
  const before = stateOf(place.dataDir)
  const dataDir = path.join(place.dataDir, 'new/data')
  expect(await check({ ...settings, DATA_DIR: dataDir })).toEqual({
    code: 0,
    report: expect.stringMatching(
      /DATA_DIR .* does not exist yet; the first start creates it(.|\n)*the first start creates/,
    ),
  })
  expect([existsSync(path.dirname(dataDir)), stateOf(place.dataDir)]).toEqual([false, before])
  if (place.databaseUrl === undefined) return
  const database = openDatabase(place)
  expect(await listTables(database)).toEqual([])
  await database.close()
})

test('[operations-8] the check reports all failures together, with what to do, and exits with 1', async () => {
  const { context } = await buildTestApp()
  const { dataDir, databaseUrl } = context.config
  const settings = databaseSettings(context.config)
  chmodSync(path.join(dataDir, 'secret.key'), 0o644)
  const [smtp, s3, provider] = [await freePort(), await freePort(), await freePort()]
  const file = path.join(dataDir, 'settings.env')
  writeFileSync(file, `AUDIT_STREAM='${dataDir}/missing/stream'\nCOLOUR='blue'\nPAGE_SIZES='9'\n`)
  const { code, report } = await checkInProcess(
    {
      ...settings,
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      S3_BUCKET: 'models',
      S3_ENDPOINT: `http://127.0.0.1:${s3}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'canary',
      OIDC_ISSUER: `http://127.0.0.1:${provider}`,
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'canary',
    },
    file,
  )
  const lines = report.split('\n')
  const found = (state: string, part: string, text: string) =>
    expect(lines.filter((line) => line.startsWith(`${state.padEnd(9)}${part}`)).join('\n')).toContain(text)
  found('warning', 'settings', 'COLOUR is not a setting')
  found('warning', 'settings', 'PAGE_SIZES is not a setting: did you mean PAGE_SIZE?')
  found('failed', 'folders', `there is no folder ${dataDir}/missing`)
  found('failed', 'key', 'secret.key can be read by other users. Fix: chmod o=')
  found('ok', 'database', 'is up to date')
  found('failed', 'mail', `nothing listens at 127.0.0.1:${smtp}`)
  found('failed', 'storage', `the bucket models at http://127.0.0.1:${s3} cannot be used`)
  found('failed', 'provider', `http://127.0.0.1:${provider} cannot be used`)
  expect([code, lines.at(-2)]).toEqual([1, expect.stringMatching(/^check: .* 5 failed$/)])
  expect(report).not.toContain('canary')
  if (databaseUrl !== undefined) expect(report).not.toContain(new URL(databaseUrl).password)
})

test('a key that is not the database’s is reported with both fingerprints, as at the start', async () => {
  const { context } = await buildTestApp()
  const { file } = context.config.secretKey
  writeFileSync(file, Buffer.alloc(32, 7).toString('base64'))
  const both = [openKeys(context.config), context.keys].map(({ fingerprint }) => fingerprint.slice(0, 16))
  const line = (state: string, text: string) => new RegExp(`^${state} +key .*${text}`, 'm')
  const other = await check(databaseSettings(context.config))
  expect([other.code, other.report]).toEqual([1, expect.stringMatching(line('failed', both.join('.*')))])
  writeFileSync(file, '')
  const empty = await check(databaseSettings(context.config))
  expect([empty.code, empty.report]).toEqual([1, expect.stringMatching(line('failed', 'at least 32 random bytes'))])
})

test(
  'a provider that does not send the groups again is reported with the number of admins',
  { tags: 'postgres' },
  async () => {
    const provider = await startFakeProvider()
    const testApp = await buildTestApp(signOnSettings(provider.issuer, { OIDC_ADMIN_GROUP: 'staff' }))
    await createAdmin(testApp, { email: 'ada@example.org' })
    const settings = { ...databaseSettings(testApp.context.config), ...signOnSettings(provider.issuer) }
    provider.person = { ...provider.person, groups: ['staff'] }
    const browser = new TestBrowser(testApp)
    expect((await browser.finish(provider.visit(await browser.begin()))).statusCode).toBe(200)
    expect((await check(settings)).report).toMatch(/^ok {7}provider {2}http.* responds$/m)
    provider.person = { ...provider.person, groups: undefined }
    testApp.advance(5 * 60_000)
    await checkSignOnSessions(testApp.context, { warn: () => undefined } as never)
    expect((await check(settings)).report).toMatch(
      /^warning {2}provider {2}http.* did not send an admin’s groups again 1 times in the last 7 days\./m,
    )
  },
)
