import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { patientsTableName } from '@health-console/contract/patients/patients.ts'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { patientsWith, workbook } from '../../../../testing/patients/upload.ts'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { pgBouncerConnections, startPgBouncer } from '../../../../testing/engines/pgbouncer.ts'
import { databaseUrl, onServer } from '../../../../testing/engines/postgres-setup.ts'
import { startServerProcess } from '../../../../testing/processes/server-process.ts'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { checkPooler } from '../../../operations/check/database.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../open.ts'
import { loadPostgres } from './copy.ts'

/** An empty database behind a PgBouncer in transaction mode. */
async function freshBehindBouncer() {
  const serverUrl = inject('postgres').serverUrl
  const name = `console_bouncer_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name}`))
  const bouncer = await startPgBouncer(serverUrl)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  onTestFinished(async () => {
    await bouncer.stop()
    await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { dataDir, databaseUrl: databaseUrl(bouncer.url, name), directUrl: databaseUrl(serverUrl, name) }
}

test.skipIf(findProgram('pgbouncer') === undefined)(
  'through PgBouncer in transaction mode, two servers migrate at once, serve requests, and leave no setting and no prepared statement behind (only with PgBouncer)',
  async () => {
    const database = await freshBehindBouncer()
    const { SECRET_KEY_FILE: _, ...settings } = databaseSettings(database)
    const servers = await Promise.all([
      startServerProcess(database, { ...settings, DATABASE_POOL_SIZE: '6' }),
      startServerProcess(database, { ...settings, DATA_DIR: path.join(database.dataDir, 'b') }),
    ])
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_each, n) => {
        const server = servers[n % 2] ?? servers[0]
        const answer =
          n % 3 === 0
            ? await server.call('PATCH', '/v1/admins/me', { fullName: `Ada ${n}` })
            : await server.call('GET', n % 3 === 1 ? '/v1/users' : '/v1/audit-events')
        return answer.status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(workbook(patientsWith(30)))]), 'patients.xlsx')
    form.append('name', patientsTableName)
    expect((await servers[0].call('PUT', '/v1/hospital-patients', form)).status).toBe(200)

    expect(await remainsOnAllConnections(database.databaseUrl)).toEqual(
      Array.from({ length: pgBouncerConnections }, () => ({ limit: '0', prepared: 0 })),
    )
  },
)

test.skipIf(findProgram('pgbouncer') === undefined)(
  'backup and restore are rejected through a pooler, which they would disturb, and use DATABASE_DIRECT_URL instead (only with PgBouncer)',
  { tags: 'postgres' },
  async () => {
    const { directUrl, ...through } = await freshBehindBouncer()
    const rejection = 'through a pooler such as PgBouncer: set DATABASE_DIRECT_URL'
    const open = (databaseDirectUrl?: string) => {
      const database = openDatabase({ ...through, databaseDirectUrl })
      onTestFinished(() => database.close())
      return database
    }
    const pooled = open()
    await expect(pooled.engine.copy(pooled.db)).rejects.toThrow(`pg_dump cannot work ${rejection}`)
    const restored = loadPostgres(pooled.db, through.databaseUrl, Readable.from([]))
    await expect(restored).rejects.toThrow(`pg_restore cannot work ${rejection}`)
    const direct = open(directUrl)
    const copy = await buffer(await direct.engine.copy(direct.db))
    expect(copy.subarray(0, 5).toString()).toBe('PGDMP')
  },
)

test.skipIf(findProgram('pgbouncer') === undefined)(
  'check reports whether backups can bypass a pooler (only with PgBouncer)',
  { tags: 'postgres' },
  async () => {
    const { directUrl, dataDir, databaseUrl: pooledUrl } = await freshBehindBouncer()
    const lookAt = (databaseUrl: string, databaseDirectUrl?: string) =>
      checkPooler({ ...readConfig({ DATA_DIR: dataDir }), databaseUrl, databaseDirectUrl })
    expect(await lookAt(directUrl)).toMatchObject([{ state: 'ok', text: 'DATABASE_URL points to PostgreSQL itself' }])
    expect(await lookAt(pooledUrl)).toMatchObject([
      { state: 'failed', text: expect.stringContaining('set DATABASE_DIRECT_URL') },
    ])
    expect(await lookAt(pooledUrl, pooledUrl)).toMatchObject([{ state: 'failed' }])
    expect(await lookAt(pooledUrl, directUrl)).toMatchObject([{ state: 'ok' }])
    const other = new URL(directUrl)
    other.pathname = '/postgres'
    expect(await lookAt(pooledUrl, other.href)).toMatchObject([
      { state: 'failed', text: 'DATABASE_URL and DATABASE_DIRECT_URL point to different databases' },
    ])
  },
)

/** Occupies all connections that the pooler has to the server, and runs a query on each. */
async function remainsOnAllConnections(connectionString: string): Promise<unknown[]> {
  const clients = Array.from({ length: pgBouncerConnections }, () => new pg.Client({ connectionString }))
  const remains: unknown[] = []
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query(`
      select current_setting('statement_timeout') as limit, count(*)::int as prepared from pg_prepared_statements`)
    remains.push(rows[0])
  }
  for (const client of clients) await client.end()
  return remains
}
