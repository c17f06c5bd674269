import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { databaseSettings } from '../../server/testing/engines/database-settings.ts'
import { makeBucket } from '../../server/testing/files/make-bucket.ts'
import { startNginx } from '../../server/testing/http/nginx.ts'
import { startMailServer } from '../../server/testing/mail/mail-server.ts'
import { startPgBouncer } from '../../server/testing/engines/pgbouncer.ts'
import { findPostgresBinaries } from '../../server/testing/engines/postgres-binaries.ts'
import { databaseUrl, onServer } from '../../server/testing/engines/postgres-setup.ts'
import { startPrivatePostgres } from '../../server/testing/engines/private-postgres.ts'
import { launchServer, root, signInFirstAdmin } from '../../server/testing/processes/server-process.ts'
import { openTcpProxy } from '../../server/testing/processes/tcp-proxy.ts'

/**
 * PostgreSQL with fsync behind PgBouncer, an S3 server and a mail server, each of which can be stopped, and the
 * settings that replicas need for them.
 */
export async function startParts() {
  const postgres = await startPrivatePostgres(findPostgresBinaries() ?? '', { isDurable: true })
  const bouncer = await startPgBouncer(postgres.url)
  const name = 'console_trial'
  const directUrl = databaseUrl(postgres.url, name)
  await onServer(postgres.url, (client) => client.query(`create database ${name}`))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-trial-'))
  onTestFinished(async () => {
    await bouncer.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const database = await openTcpProxy(new URL(databaseUrl(bouncer.url, name)))
  const bucket = await makeBucket()
  const s3 = await openTcpProxy(new URL(bucket['S3_ENDPOINT'] ?? ''))
  const mail = await startMailServer()
  const settings = {
    ...databaseSettings({ dataDir, databaseUrl: database.url, directUrl }),
    ...bucket,
    S3_ENDPOINT: new URL(s3.url).origin,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    TRUST_PROXY: '1',
    DRAIN_DELAY_SECONDS: '5',
    UPLOAD_PART_MB: '5',
    LOG_LEVEL: 'silent',
  }
  /** The changes that are not logged. */
  async function findUnlogged(requestIds: string[]): Promise<string[]> {
    const logged = new Set<string>()
    await onServer(directUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>('select request_id as id from audit_events')
      for (const { id } of rows) logged.add(id)
    })
    return requestIds.filter((id) => !logged.has(id))
  }
  return { postgres, bouncer, database, s3, mail, settings, findUnlogged }
}

/** Two replicas started with `bin/console serve`, with nginx in front and a signed-in admin. */
export async function startConsole(settings: Record<string, string>) {
  const launch = async () => {
    const replica = await launchServer(settings)
    onTestFinished(async () => void (await replica.end('SIGKILL')))
    await replica.ready()
    return replica
  }
  const replicas = [await launch(), await launch()]
  const nginx = await startNginx(replicas.map(({ url }) => Number(new URL(url).port)))
  const origin = `http://127.0.0.1:${nginx.port}`
  const cookie = await signInFirstAdmin(origin)
  const call = (method: string, location: string, body?: object) =>
    fetch(`${origin}${location}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    nginx,
    call,
    /** Stops a replica, and starts it again on its port. */
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
