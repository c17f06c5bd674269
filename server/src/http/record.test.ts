import { endpoint } from '@health-console/contract/endpoint.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { verifyAuditLog } from '../audit/store.ts'
import { buildTestApp, type TestApp } from '../testing/build-app.ts'
import { createAdmin, signedIn } from '../testing/factories.ts'
import { ApiError, registerErrorHandler } from './errors.ts'
import { registerRefusalLog } from './refusals.ts'
import { router } from './route.ts'

const events = ({ context: { db } }: TestApp) =>
  db
    .selectFrom('auditEvents')
    .select(['action', 'subject', 'outcome', 'reason', 'count', 'actorId', 'address'])
    .orderBy('sequence')
    .execute()

test('a change whose record cannot be written is not made', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const other = await createAdmin(testApp)
  await testApp.context.db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  expect((await boss.call('PATCH', '/v1/admins/me', { fullName: 'Somebody Else' })).statusCode).toBe(500)
  expect((await boss.call('POST', '/v1/admins/access/revoke', { userIds: [other.id] })).statusCode).toBe(500)
  const admins = await testApp.context.db.selectFrom('admins').selectAll().orderBy('createdAtMs').execute()
  expect(admins).toEqual([boss.admin, other])
})

test('a read whose record cannot be written is not answered', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp)
  await testApp.context.db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  const response = await boss.call('GET', '/v1/admins')
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain(boss.admin.email)
})

test('repeated refusals are one row at once and one row with their number', async () => {
  const testApp = await buildTestApp()
  const ask = () => testApp.app.inject({ method: 'GET', url: '/v1/users' })
  for (let round = 0; round < 20; round += 1) expect((await ask()).statusCode).toBe(401)
  const refusal = { action: 'users.list', outcome: 'denied', reason: 'unauthenticated', address: '127.0.0.1' }
  expect(await events(testApp)).toMatchObject([{ ...refusal, count: 1 }])
  await testApp.app.close()
  expect(await events(testApp)).toMatchObject([
    { ...refusal, count: 1 },
    { ...refusal, count: 19 },
  ])
  expect(await verifyAuditLog(testApp.context.db)).toEqual({ rows: 2, brokenAt: null })
})

test('a flood from many addresses leaves a bounded number of rows', async () => {
  const testApp = await buildTestApp()
  await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      testApp.app.inject({ method: 'GET', url: '/v1/users', remoteAddress: `10.0.${index >> 8}.${index & 255}` }),
    ),
  )
  await testApp.app.close()
  const rows = await events(testApp)
  expect(rows.length).toBeLessThanOrEqual(102)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(500)
})

test('foreign pages, wrong roles and dead links are on record', async () => {
  const testApp = await buildTestApp()
  const admin = await signedIn(testApp)
  const { app } = testApp
  await app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    headers: { origin: 'https://evil.example' },
    body: {},
  })
  await admin.call('POST', '/v1/admins/access/revoke', { userIds: [admin.admin.id] })
  await app.inject({ method: 'GET', url: '/v1/admin-invites/not-a-secret' })
  const [, ...refused] = await events(testApp)
  expect(refused).toMatchObject([
    { action: 'session.sign_in', outcome: 'denied', reason: 'foreign_origin', actorId: null },
    { action: 'admin.revoke', outcome: 'denied', reason: 'forbidden', actorId: admin.admin.id },
    { action: 'invitation.view', outcome: 'failed', reason: 'not_found', actorId: null },
  ])
})

test('an error that is committed with what it changed is on record once', async () => {
  const { context } = await buildTestApp()
  const app = Fastify()
  app.decorateRequest('admin', undefined)
  registerErrorHandler(app, context.engine, registerRefusalLog(app, context))
  const deadLink = endpoint({ name: 'open', method: 'POST', path: '/open', summary: '' })
  router(app, context)(deadLink, {
    permission: 'public',
    action: 'link.open',
    audit: () => ({ subject: null }),
    handler: ({ change }) => change(async () => new ApiError('not_found', 'Gone.', { isRefusal: true, subject: 'a' })),
  })
  expect((await app.inject({ method: 'POST', url: '/open' })).statusCode).toBe(404)
  await app.close()
  const rows = await context.db.selectFrom('auditEvents').select(['action', 'outcome', 'reason', 'subject']).execute()
  expect(rows).toEqual([{ action: 'link.open', outcome: 'failed', reason: 'not_found', subject: 'a' }])
})
