import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../../testing/processes/find-program.ts'
import { startPgBouncer } from '../../../testing/engines/pgbouncer.ts'
import { findPostgresBinaries } from '../../../testing/engines/postgres-binaries.ts'
import { startStandby } from '../../../testing/engines/postgres-standby.ts'
import { startPrivatePostgres } from '../../../testing/engines/private-postgres.ts'
import { startServerProcess } from '../../../testing/processes/server-process.ts'
import { openTcpProxy } from '../../../testing/processes/tcp-proxy.ts'

const patience = { timeout: 120_000 }
const binaries = findPostgresBinaries() ?? ''

/** A console whose PostgreSQL has a standby; the address of the database can be moved to it. */
async function startConsole(route: 'directly' | 'through PgBouncer') {
  const primary = await startPrivatePostgres(binaries, { isDurable: true, settings: '-c wal_level=replica' })
  onTestFinished(() => primary.stop())
  const toPrimary = await openTcpProxy(new URL(primary.url))
  const standby = await startStandby(binaries, toPrimary.url)
  const address = await openTcpProxy(new URL(primary.url))
  const bouncer = route === 'directly' ? undefined : await startPgBouncer(address.url)
  if (bouncer) onTestFinished(() => bouncer.stop())
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await startServerProcess(
    { dataDir, databaseUrl: bouncer?.url ?? address.url },
    { LOG_LEVEL: 'info', DATABASE_DIRECT_URL: address.url, AUDIT_STREAM: path.join(dataDir, 'stream.ndjson') },
  )
  onTestFinished(() => server.kill())
  const lastSequence = async () => {
    const [row] = await standby.query<{ last: string }>('select max(sequence) as last from audit_events')
    return Number(row?.last)
  }
  return { primary, toPrimary, standby, address, server, lastSequence }
}

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return (await answer.json()) as Record<string, unknown>
}

for (const route of ['directly', 'through PgBouncer'] as const) {
  test.skipIf(route === 'through PgBouncer' && findProgram('pgbouncer') === undefined)(
    `a failover ${route} that loses confirmed changes is reported with them, and the server works again without a restart (only with PgBouncer on that route)`,
    async () => {
      const { primary, toPrimary, standby, address, server, lastSequence } = await startConsole(route)
      const change = async (name: string) => (await server.call('PATCH', '/v1/admins/me', { fullName: name })).status
      const names = async () => standby.query<{ name: string }>('select full_name as name from admins')
      expect(await change('Replicated')).toBe(200)
      await expect.poll(names, patience).toEqual([{ name: 'Replicated' }])
      // From here on the standby receives nothing.
      await toPrimary.cut()
      const kept = await lastSequence()
      for (let n = 0; n < 5; n += 1) expect(await change(`Lost ${n}`)).toBe(200)
      await primary.halt()
      await address.cut()

      // The address moves before the standby is promoted.
      await address.reconnect(standby.url)
      await expect.poll(async () => (await readiness(server.url))['database'], patience).toBe(false)
      expect(await change('Rejected')).toBe(503)
      await expect.poll(() => server.output(), patience).toContain('the database is read-only')
      await standby.promote()
      await expect.poll(() => change('After the failover'), patience).toBe(200)
      await expect.poll(async () => (await readiness(server.url))['audit_log'], patience).toBe(false)
      await expect.poll(() => server.output(), patience).toContain('"keptSequence"')
      const line = server
        .output()
        .split('\n')
        .find((each) => each.includes('"keptSequence"'))
      const { keptSequence, lostSequence } = JSON.parse(line ?? '{}') as Record<string, number>
      expect(keptSequence).toBe(kept)
      expect(lostSequence).toBeGreaterThanOrEqual(kept + 5)
      expect(await names()).toEqual([{ name: 'After the failover' }])
    },
  )
}
