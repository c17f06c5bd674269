import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'

const readiness = async ({ app }: Awaited<ReturnType<typeof buildTestApp>>) => {
  const { statusCode, headers, body } = await app.inject('/readyz')
  expect(headers['cache-control']).toBe('no-store')
  return [statusCode, JSON.parse(body)]
}

test('a server with an up-to-date database is ready', async () => {
  const testApp = await buildTestApp()
  expect(await readiness(testApp)).toEqual([
    200,
    { status: 'ok', draining: false, database: true, storage: true, disk: true, sweep: true },
  ])
})

test('a server without its database, or before a migration, is not ready', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  await db.schema.alterTable('kysely_migration').renameTo('elsewhere').execute()
  expect(await readiness(testApp)).toMatchObject([503, { status: 'unavailable', draining: false, database: false }])
  expect((await testApp.app.inject('/healthz')).statusCode).toBe(200)
})

test('a server without its file store is ready, and says what is wrong', async () => {
  const testApp = await buildTestApp()
  const { storage } = testApp.context.config
  if (storage.kind !== 'local') throw new Error('The test needs files on disk')
  await rm(storage.folder, { recursive: true })
  expect(await readiness(testApp)).toMatchObject([200, { status: 'degraded', database: true, storage: false }])
})

test('a server that is asked to stop is not ready, and still serves', async () => {
  const stopping = new AbortController()
  const testApp = await buildTestApp({}, { stopping: stopping.signal })
  stopping.abort()
  expect(await readiness(testApp)).toMatchObject([503, { status: 'unavailable', draining: true, database: true }])
  expect((await testApp.app.inject('/openapi.json')).statusCode).toBe(200)
})
