import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { findPostgresBinaries } from '../../../../testing/engines/postgres-binaries.ts'
import { startPrivatePostgres } from '../../../../testing/engines/private-postgres.ts'
import { freePort } from '../../../../testing/processes/free-port.ts'
import { runHere } from '../../../../testing/processes/run-console.ts'
import { startServerProcess } from '../../../../testing/processes/server-process.ts'

const patience = { timeout: 60_000 }

async function startConsole() {
  const postgres = await startPrivatePostgres(findPostgresBinaries() ?? '', { isDurable: true })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  const settings = { LOG_LEVEL: 'warn', METRICS_PORT: String(await freePort()) }
  const server = await startServerProcess({ dataDir, databaseUrl: postgres.url }, settings)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  onTestFinished(async () => {
    await server.kill()
    await client.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const configure = async (...statements: string[]) => {
    for (const statement of [...statements, 'select pg_reload_conf()']) await client.query(statement)
  }
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    const { database } = (await answer.json()) as { database: boolean }
    return [answer.status, database]
  }
  const check = async () => {
    const all = { ...databaseSettings({ dataDir, databaseUrl: postgres.url }), ...settings }
    const { stdout } = await runHere(['check'], { ...all, PORT: new URL(server.url).port })
    return stdout
  }
  return { server, configure, readiness, check }
}

test('a server whose database is read-only is not ready, and the log contains the reason', async () => {
  const { server, configure, readiness } = await startConsole()
  expect(await readiness()).toEqual([200, true])
  await configure('alter system set default_transaction_read_only = on')
  await expect.poll(readiness, patience).toEqual([503, false])
  expect((await server.call('PATCH', '/v1/admins/me', { fullName: 'Ada' })).status).toBe(503)
  await expect.poll(server.output, patience).toContain('the database is read-only')
  await configure('set default_transaction_read_only = off', 'alter system reset default_transaction_read_only')
  await expect.poll(readiness, patience).toEqual([200, true])
  expect((await server.call('PATCH', '/v1/admins/me', { fullName: 'Ada' })).status).toBe(200)
})

test('while commits wait for a synchronous standby, the server is not ready, and each request ends within 15 seconds', async () => {
  const { server, configure, readiness, check } = await startConsole()
  await configure("alter system set synchronous_standby_names = 'missing'")
  await expect.poll(readiness, patience).toEqual([503, false])
  const requests: [method: string, location: string, body?: object][] = [
    ['PATCH', '/v1/admins/me', { fullName: 'Ada' }],
    ['GET', '/v1/users'],
    ['GET', '/v1/audit-events'],
    ['POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] }],
    ['POST', '/v1/auth/admin/login', { email: 'ada@console.test', password: 'Wrong-password-1' }],
  ]
  const tookMs = await Promise.all(
    [...requests, ...requests, ...requests, ...requests].map(async ([method, location, body]) => {
      const startedAt = performance.now()
      const answer = await server.call(method, location, body)
      await answer.text()
      return performance.now() - startedAt
    }),
  )
  // A second is for this machine, which other tests keep busy.
  expect(Math.max(...tookMs)).toBeLessThan(16_000)
  expect(await readiness()).toEqual([503, false])
  await expect.poll(server.output, patience).toContain('a commit takes longer than 5 seconds')
  const report = await check()
  expect(report).toMatch(/^failed {3}database {2}commits wait for a synchronous standby that does not respond\./m)
  // The metrics wait for the database, too.
  expect(report).toMatch(/^ok {7}ports {5}metrics are served/m)
  await configure('alter system reset synchronous_standby_names')
  await expect.poll(readiness, patience).toEqual([200, true])
  expect((await server.call('PATCH', '/v1/admins/me', { fullName: 'Ada' })).status).toBe(200)
})
