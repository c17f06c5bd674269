import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../../testing/engines/engines.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { startPgBouncer } from '../../../../testing/engines/pgbouncer.ts'
import { findPostgresBinaries } from '../../../../testing/engines/postgres-binaries.ts'
import { startPrivatePostgres } from '../../../../testing/engines/private-postgres.ts'
import { firstAdmin, startServerProcess } from '../../../../testing/processes/server-process.ts'
import { openTcpProxy } from '../../../../testing/processes/tcp-proxy.ts'
import { byServer } from '../../audit/entry.ts'
import { createAuditLog } from '../../audit/store.ts'
import { openDatabase } from '../open.ts'

const isThorough = faultRounds > 10
const stoppedMs = isThorough ? 45_000 : 500
const calls: [method: string, location: string, body?: object][] = [
  ['GET', '/v1/users'],
  ['GET', '/v1/audit-events'],
  ['GET', '/v1/files'],
  ['GET', '/v1/hospital-patients'],
  ['PATCH', '/v1/admins/me', { fullName: 'Perhaps Saved' }],
  ['POST', '/v1/auth/admin/login', firstAdmin],
  ['POST', '/v1/auth/admin/login', { ...firstAdmin, password: 'Wrong-password-1' }],
  ['POST', '/v1/auth/admin/forgot-password', { email: firstAdmin.email }],
  ['POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] }],
]

test.skipIf(findProgram('pgbouncer') === undefined)(
  'while PostgreSQL is stopped behind PgBouncer every request fails with 503 in time, and succeeds soon after its return (only with PgBouncer)',
  async () => {
    const postgres = await startPrivatePostgres(findPostgresBinaries() ?? '')
    const bouncer = await startPgBouncer(postgres.url)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
    onTestFinished(async () => {
      await bouncer.stop()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const databaseUrl = new URL(bouncer.url)
    // Under `npm run test:faults`, the test waits for the server's own time limit.
    if (!isThorough) databaseUrl.searchParams.set('query_timeout', '3000')
    const server = await startServerProcess({ dataDir, databaseUrl: databaseUrl.href }, { LOG_LEVEL: 'info' })
    onTestFinished(() => server.kill())
    const statusOf = async (location: string) => (await fetch(`${server.url}${location}`)).status
    await postgres.halt()
    await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(503)

    const answers: { status: number; tookMs: number }[] = []
    const endsAt = performance.now() + stoppedMs
    const callAll = async () => {
      do {
        const call = async ([method, location, body]: (typeof calls)[number]) => {
          const startedAt = performance.now()
          const { status } = await server.call(method, location, body)
          answers.push({ status, tookMs: performance.now() - startedAt })
        }
        await Promise.all(calls.map(call))
      } while (performance.now() < endsAt)
    }
    await Promise.all([callAll(), callAll(), callAll()])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(await statusOf('/healthz')).toBe(200)

    await postgres.begin()
    const backAt = performance.now()
    await expect.poll(() => statusOf('/readyz'), { timeout: 60_000, interval: 50 }).toBe(200)
    const readyAfterMs = performance.now() - backAt
    expect((await server.call('GET', '/v1/users')).status).toBe(200)
    const output = server.output().split('\n')
    for (const works of [false, true])
      expect(output.filter((line) => line.includes(`"check":"database","works":${works}`))).not.toEqual([])

    // This is only checked on a machine that is otherwise idle.
    if (!isThorough) return
    expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(15_000)
    expect(readyAfterMs).toBeLessThan(5_000)
  },
)

test('an audit log entry written while the database did not respond is given up together with the one before it', async () => {
  const fresh = await freshDatabase()
  const proxy = await openTcpProxy(new URL(fresh.databaseUrl ?? ''))
  const databaseUrl = new URL(proxy.url)
  databaseUrl.searchParams.set('query_timeout', '3000')
  const { db, engine, close } = openDatabase({ databaseUrl: databaseUrl.href, dataDir: '' })
  onTestFinished(async () => {
    proxy.resume()
    await close()
    await fresh.remove()
  })
  const { write } = createAuditLog(db, engine, Date.now)
  await sql`select 1`.execute(db)
  proxy.stop()
  const input: string[] = []
  const writeLate = (name: string) =>
    write([{ ...byServer, action: 'users.list', subjects: [] }]).catch(() => void input.push(name))
  const first = writeLate('first')
  await sleep(500)
  const second = writeLate('second')
  await first
  await new Promise((done) => setImmediate(done))
  expect(input).toEqual(['first', 'second'])
  await second
})
