import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { testEngine } from '../../testing/engines/engines.ts'
import { signedIn } from '../../testing/factories.ts'
import { freePort } from '../../testing/processes/free-port.ts'
import { tamperWithLog } from '../../testing/audit-log.ts'
import { byServer } from '../core/audit/entry.ts'
import { writeCheckpoint } from '../core/audit/write-checkpoint.ts'
import { version } from '../core/settings/version.ts'

const readiness = async ({ app }: Awaited<ReturnType<typeof buildTestApp>>) => {
  const { statusCode, headers, body } = await app.inject('/readyz')
  expect(headers['cache-control']).toBe('no-store')
  return [statusCode, JSON.parse(body)]
}

test('a server with an up-to-date database is ready', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  expect(await readiness(testApp)).toEqual([
    200,
    {
      status: 'ok',
      version,
      draining: false,
      database: true,
      key: true,
      storage: true,
      disk: true,
      sweep: true,
      replicas: true,
      ...(testEngine() === 'postgres' ? { clock: true } : {}),
      audit_log: true,
      checkpoint: true,
    },
  ])
})

test(
  '[operations-1] a server without its database, or before a migration, is not ready',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp()
    const { db } = testApp.context
    await db.schema.alterTable('schema_changes').renameTo('elsewhere').execute()
    expect(await readiness(testApp)).toMatchObject([503, { status: 'unavailable', draining: false, database: false }])
    expect((await testApp.app.inject('/healthz')).statusCode).toBe(200)
  },
)

test('a server without its file storage is ready, and reports what is wrong', async () => {
  const testApp = await buildTestApp()
  const { storage } = testApp.context.config
  if (storage.kind !== 'local') throw new Error('The test needs files on disk')
  await rm(storage.folder, { recursive: true })
  expect(await readiness(testApp)).toMatchObject([200, { status: 'degraded', database: true, storage: false }])
})

test('without the database, checks that depend on it report nothing', async () => {
  const testApp = await buildTestApp({ AUDIT_STREAM: 'stdout' })
  const { db } = testApp.context
  await db.schema.alterTable('schema_changes').renameTo('elsewhere').execute()
  for (const table of ['bucket_state', 'audit_events', 'audit_stream'] as const)
    await db.schema.alterTable(table).renameTo(`${table}_elsewhere`).execute()
  expect(await readiness(testApp)).toMatchObject([503, { database: false, storage: true, sweep: null, stream: null }])
})

test('each change of a check is logged once with its cause', async () => {
  const testApp = await buildTestApp()
  const { storage } = testApp.context.config
  if (storage.kind !== 'local') throw new Error('The test needs files on disk')
  const logged = () =>
    testApp.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('a part of /readyz'))
  await readiness(testApp)
  expect(logged()).toEqual([])
  await rm(storage.folder, { recursive: true })
  for (let n = 0; n < 3; n += 1) await readiness(testApp)
  const gone = { level: 'warn', check: 'storage', works: false, err: { cause: { code: 'ENOENT' } } }
  expect(logged().filter(({ check }) => check === 'storage')).toMatchObject([gone])
  await mkdir(storage.folder)
  await readiness(testApp)
  expect(logged().filter(({ check }) => check === 'storage')).toMatchObject([
    gone,
    { level: 'info', check: 'storage', works: true },
  ])
})

test('the reason why an S3 server is unreachable is logged, however long it took to find out', async () => {
  const testApp = await buildTestApp(bucketAt(await freePort()))
  await expect
    .poll(
      async () => {
        await readiness(testApp)
        return testApp.logLines.some((line) => line.includes('"check":"storage"') && line.includes('ECONNREFUSED'))
      },
      { timeout: 60_000 },
    )
    .toBe(true)
})

const bucketAt = (port: number) => ({
  S3_BUCKET: 'models',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

test('[operations-2] without its S3 server the server is ready, and only requests that need the storage fail', async () => {
  const testApp = await buildTestApp(bucketAt(await freePort()))
  expect(await readiness(testApp)).toMatchObject([200, { status: 'degraded', storage: false }])
  const { call } = await signedIn(testApp)
  for (const path of ['/v1/users', '/v1/files']) expect((await call('GET', path)).statusCode).toBe(200)
  const begun = await call('POST', '/v1/files', { filename: 'model.gguf', name: 'Model', size: 1_000 })
  expect([begun.statusCode, begun.json().error?.code]).toEqual([503, 'unavailable'])
})

test('readiness does not wait for a bucket that never responds, and probes it once at a time', async () => {
  const connected = new Set<Socket>()
  const silent = createServer((socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket)).on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    for (const socket of connected) socket.destroy()
    silent.close()
  })
  const testApp = await buildTestApp(bucketAt((silent.address() as AddressInfo).port))
  const answers = await Promise.all(Array.from({ length: 5 }, () => readiness(testApp)))
  // One requests the ownership marker, the other the list of objects.
  expect(connected.size).toBe(2)
  for (const answer of answers) expect(answer).toMatchObject([200, { status: 'degraded', storage: false }])
})

test('a server whose last checkpoint is contradicted by the audit log reports this', async () => {
  const testApp = await buildTestApp()
  const { context, app } = testApp
  await signedIn(testApp)
  await context.audit.write([{ ...byServer, action: 'users.list', subjects: [] }])
  await writeCheckpoint(context, app.log)
  await tamperWithLog(context, (transaction) =>
    transaction.updateTable('auditEvents').set({ hash: 'another' }).execute(),
  )
  await writeCheckpoint(context, app.log)
  expect(await readiness(testApp)).toMatchObject([200, { status: 'degraded', database: true, audit_log: false }])
})

test('a server that cannot write its checkpoints reports this, until it can', async () => {
  const testApp = await buildTestApp()
  const { context, app } = testApp
  await signedIn(testApp)
  const folder = context.config.auditProofDir
  // There is a file in place of the folder, because root may write into any folder.
  await writeFile(folder, '')
  const backgroundWork = writeCheckpoint(context, app.log)
  await expect(backgroundWork).rejects.toThrow(path.basename(folder))
  expect(await readiness(testApp)).toMatchObject([200, { status: 'degraded', audit_log: true, checkpoint: false }])
  expect(testApp.logLines.some((line) => /"check":"checkpoint".*(EEXIST|ENOTDIR)/.test(line))).toBe(true)
  await rm(folder)
  await writeCheckpoint(context, app.log)
  expect(await readiness(testApp)).toMatchObject([200, { status: 'ok', checkpoint: true }])
})

test('a stream that cannot be written is reported immediately, before there is an entry for it', async () => {
  const testApp = await buildTestApp({ AUDIT_STREAM: '/dev/null/stream.ndjson' })
  expect(await readiness(testApp)).toMatchObject([200, { status: 'degraded', stream: false }])
  expect(testApp.logLines.some((line) => /"check":"stream".*ENOTDIR/.test(line))).toBe(true)
})

test('a server that is about to stop is not ready, but still serves requests', async () => {
  const stopping = new AbortController()
  const testApp = await buildTestApp({}, { stopping: stopping.signal })
  stopping.abort()
  expect(await readiness(testApp)).toMatchObject([503, { status: 'unavailable', draining: true, database: true }])
  expect((await testApp.app.inject('/openapi.json')).statusCode).toBe(200)
})
