import { createServer } from 'node:net'
import { once } from 'node:events'
import { ErrorBody } from '@health-console/contract/errors.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { emptyDatabase } from '../../../../testing/engines/engines.ts'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { startPgBouncer } from '../../../../testing/engines/pgbouncer.ts'
import { databaseUrl } from '../../../../testing/engines/postgres-setup.ts'
import { type LaunchedServer, launchServer } from '../../../../testing/processes/server-process.ts'
import { openTcpProxy } from '../../../../testing/processes/tcp-proxy.ts'

const patience = { timeout: 60_000 }

async function launch(settings: Record<string, string>, place: Awaited<ReturnType<typeof emptyDatabase>>) {
  const server = await launchServer({ ...databaseSettings(place), MAIL_DELIVERY: 'off', ...settings })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await place.remove()
  })
  return server
}

/** The lines of its log with this message. */
const linesOf = (server: LaunchedServer, message: string): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line))

const waiting = (server: LaunchedServer) => linesOf(server, 'waiting for the database')
async function untilItWaits(server: LaunchedServer): Promise<void> {
  await expect.poll(() => waiting(server).length, patience).toBeGreaterThan(0)
}

test('a server that starts before PostgreSQL listens immediately, reports why it waits, and serves requests once PostgreSQL is available', async () => {
  const place = await emptyDatabase()
  const target = new URL(place.databaseUrl ?? '')
  const proxy = await openTcpProxy(target)
  await proxy.cut()
  const server = await launch({ DATABASE_URL: proxy.url }, place)
  await untilItWaits(server)
  const { port, pathname } = new URL(proxy.url)
  expect(waiting(server)[0]).toMatchObject({
    level: 'warn',
    database: expect.stringMatching(`${pathname.slice(1)} on .*:${port}`),
    cause: expect.stringMatching(/PostgreSQL does not respond .*ECONNREFUSED/),
    seconds: expect.any(Number),
  })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${server.url}/readyz?x`)
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ database: false })])
  const page = await fetch(`${server.url}/v1/users`)
  expect([page.status, page.headers.get('retry-after'), page.headers.get('x-content-type-options')]).toEqual([
    503,
    '5',
    'nosniff',
  ])
  expect(ErrorBody.parse(await page.json()).error.code).toBe('unavailable')

  await proxy.reconnect()
  await server.ready()
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(linesOf(server, 'the database responds')).toHaveLength(1)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a server that waits for PostgreSQL stops immediately on a signal', async () => {
  const place = await emptyDatabase()
  const proxy = await openTcpProxy(new URL(place.databaseUrl ?? ''))
  await proxy.cut()
  const server = await launch({ DATABASE_URL: proxy.url, DRAIN_DELAY_SECONDS: '300' }, place)
  await untilItWaits(server)
  expect(await server.end('SIGTERM')).toBe(0)
})

test.each(['57P03', '53300', '28000', '08P01'])(
  'responses of another server in place of PostgreSQL do not end the start: %s',
  async (code) => {
    const place = await emptyDatabase()
    const answering = createServer((connection) => {
      connection.on('error', () => {})
      connection.once('data', () => connection.end(errorResponse(code, 'not yet')))
    })
    await once(answering.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void answering.close())
    const url = new URL(place.databaseUrl ?? '')
    url.host = `127.0.0.1:${Object(answering.address()).port}`
    url.searchParams.delete('host')
    const server = await launch({ DATABASE_URL: url.href }, place)
    await untilItWaits(server)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(waiting(server)[0]).toMatchObject({ cause: expect.stringContaining('not yet') })
  },
)

test.skipIf(findProgram('pgbouncer') === undefined)(
  'behind PgBouncer the reported cause is that of the direct connection, and a wrong password for it ends the start (only with PgBouncer)',
  async () => {
    const place = await emptyDatabase()
    const { serverUrl } = inject('postgres')
    const proxy = await openTcpProxy(new URL(serverUrl))
    const bouncer = await startPgBouncer(proxy.url)
    onTestFinished(() => bouncer.stop())
    await proxy.cut()
    const name = new URL(place.databaseUrl ?? '').pathname.slice(1)
    const settings = {
      DATABASE_URL: databaseUrl(bouncer.url, name),
      DATABASE_DIRECT_URL: databaseUrl(proxy.url, name),
    }
    const server = await launch(settings, place)
    await untilItWaits(server)
    expect(waiting(server)[0]).toMatchObject({
      cause: expect.stringMatching(
        /PostgreSQL does not respond for .*ECONNREFUSED.*host and port of DATABASE_DIRECT_URL/,
      ),
    })
    await proxy.reconnect()
    await server.ready()
    await server.end('SIGTERM')

    await proxy.cut()
    const other = new URL(databaseUrl(serverUrl, name))
    other.password = 'wrong'
    const wrong = await launch({ ...settings, DATABASE_DIRECT_URL: other.href }, place)
    await expect(wrong.ready()).rejects.toThrow(
      'Compare DATABASE_DIRECT_URL and DATABASE_PASSWORD with the role, and pg_hba.conf.',
    )
  },
)

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([header, fields])
}
