import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../server/testing/database-settings.ts'
import { ggufOf, partBytes, partOf, put, sha256 } from '../../server/testing/files/files-app.ts'
import { makeBucket } from '../../server/testing/files/make-bucket.ts'
import { startNginx } from '../../server/testing/http/nginx.ts'
import { startMailServer } from '../../server/testing/mail-server.ts'
import { startPgBouncer } from '../../server/testing/pgbouncer.ts'
import { databaseUrl, onServer, reachServer } from '../../server/testing/postgres-setup.ts'
import { firstAdmin, launchServer, root } from '../../server/testing/server-process.ts'
import { openTcpProxy } from '../../server/testing/tcp-proxy.ts'
import { startLoad } from './load.ts'

const outageMs = 10_000
const waiting = { timeout: 120_000, interval: 100 }

/** PostgreSQL behind PgBouncer, an S3 store and a mail server, each of which can go away, and what replicas need to know. */
async function startParts() {
  const server = await reachServer()
  const bouncer = await startPgBouncer(server.url)
  const name = `console_trial_${randomBytes(6).toString('hex')}`
  await onServer(server.url, (client) => client.query(`create database ${name}`))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-trial-'))
  onTestFinished(async () => {
    await bouncer.stop()
    await onServer(server.url, (client) => client.query(`drop database ${name} with (force)`))
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const database = await openTcpProxy(new URL(databaseUrl(bouncer.url, name)))
  const bucket = await makeBucket()
  const store = await openTcpProxy(new URL(bucket['S3_ENDPOINT'] ?? ''))
  const mail = await startMailServer()
  const settings = {
    ...databaseSettings({ dataDir, databaseUrl: database.url }),
    ...bucket,
    S3_ENDPOINT: new URL(store.url).origin,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    TRUST_PROXY: '1',
    DRAIN_DELAY_SECONDS: '5',
    UPLOAD_PART_MB: '5',
    LOG_LEVEL: 'silent',
  }
  return { database, store, mail, settings }
}

/** Two replicas by `bin/console serve`, with nginx in front and somebody signed in. */
async function startConsole(settings: Record<string, string>) {
  const launch = async () => {
    const replica = await launchServer(settings)
    onTestFinished(async () => void (await replica.end('SIGKILL')))
    await replica.ready()
    return replica
  }
  const replicas = [await launch(), await launch()]
  const { port } = await startNginx(...replicas.map(({ url }) => Number(new URL(url).port)))
  const origin = `http://127.0.0.1:${port}`
  const signedIn = await fetch(`${origin}/v1/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(firstAdmin),
  })
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const call = (method: string, location: string, body?: object) =>
    fetch(`${origin}${location}`, {
      method,
      headers: { cookie: cookies.join('; '), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    call,
    /** Ends a replica, and starts it again on its port. */
    async restart(index: number, signal: 'SIGTERM' | 'SIGKILL') {
      const before = replicas[index]
      await before?.end(signal)
      const next = await launchServer(before?.env ?? {})
      onTestFinished(async () => void (await next.end('SIGKILL')))
      replicas[index] = next
      await next.ready()
    },
    runConsole: (parameters: string[]) =>
      promisify(execFile)(path.join(root, 'bin/console'), parameters, { env: replicas[0]?.env ?? {} }),
  }
}

test(
  'the deployment of docs/operations.md, with a restart or an outage of each part',
  { timeout: 30 * 60_000 },
  async () => {
    const { database, store, mail, settings } = await startParts()
    const { call, restart, runConsole } = await startConsole(settings)
    const load = startLoad(call)
    const isServed = async () => (await call('GET', '/v1/users')).status === 200

    await load.during('nothing happens', () => sleep(outageMs))

    const content = ggufOf(partBytes + 1_000)
    const told = { name: 'Main LLM', filename: 'model.gguf', size: content.length }
    const { upload } = (await (await call('POST', '/v1/files', told)).json()) as {
      upload: { id: string; fileId: string }
    }
    const sendPart = async (partNumber: number) => {
      const part = partOf(content, partNumber)
      const asked = await call('POST', `/v1/file-uploads/${upload.id}/part-urls`, {
        parts: [{ partNumber, sha256: sha256(part) }],
      })
      const { data } = (await asked.json()) as { data: { parts: { url: string }[] } }
      return await put(data.parts[0]?.url ?? '', part)
    }
    expect((await sendPart(1)).status).toBe(200)
    await load.during('both replicas are restarted, one after the other', async () => {
      for (const index of [0, 1]) await restart(index, 'SIGTERM')
    })
    await load.during('a replica is killed and started again', () => restart(0, 'SIGKILL'))

    await load.during('the store is away for 10 s', async () => {
      await store.cut()
      await sleep(outageMs)
      await store.reconnect()
    })
    expect((await sendPart(2)).status).toBe(200)
    const published = await call('PATCH', `/v1/files/${upload.fileId}`, {
      id: upload.fileId,
      version: 1,
      filename: 'model.gguf',
    })
    expect(published.status).toBe(200)
    const downloaded = await call('GET', `/v1/files/${upload.fileId}/versions/1/download`)
    expect(sha256(Buffer.from(await downloaded.arrayBuffer()))).toBe(sha256(content))

    const people = Array.from({ length: 20 }, (_, n) => `person${n}@example.org`)
    await load.during('the mail server is away while 20 are invited', async () => {
      await mail.stop()
      for (const email of people)
        expect((await call('POST', '/v1/admin-invites', { users: [{ email }] })).status).toBe(200)
      await mail.restart()
      await expect.poll(() => mail.received.length, { ...waiting, timeout: 300_000 }).toBe(people.length)
    })
    expect(mail.received.map(({ to }) => to).sort()).toEqual(people.toSorted())

    await load.during('the database is away for 10 s', async () => {
      await database.cut()
      await sleep(outageMs)
      await database.reconnect()
      await expect.poll(isServed, waiting).toBe(true)
    })
    await load.during('nothing happens any more', () => sleep(outageMs))

    // Each exits with an error when something is not as recorded.
    for (const command of ['verify-audit', 'verify-files']) await runConsole([command])

    const phases = await load.end()
    console.warn(
      `\n| While | requests | answers other than 200 |\n| --- | ---: | --- |\n${phases.map(({ line }) => line).join('\n')}\n`,
    )
    const failuresOf = (start: string) =>
      Object.keys(phases.find(({ name }) => name.startsWith(start))?.failures ?? { missing: 1 })
    for (const start of ['nothing', 'both', 'the store', 'the mail', 'nothing happens any more'])
      expect({ start, failures: failuresOf(start) }).toEqual({ start, failures: [] })
    // A change that the killed replica had begun is not sent again.
    expect(failuresOf('a replica').filter((kind) => kind !== 'PATCH 502')).toEqual([])
    expect(failuresOf('the database').filter((kind) => !kind.endsWith(' 503'))).toEqual([])
  },
)
