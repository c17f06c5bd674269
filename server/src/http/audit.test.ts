import { endpoint } from '@health-console/contract/http/endpoint.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { createAdmin, signedIn } from '../../testing/factories.ts'
import { named } from '../../testing/audit-log.ts'
import { ApiError, registerErrorHandler } from './errors.ts'
import { registerRejectionLog } from './requests/rejections.ts'
import { registerServiceAccounts } from '../features/staff/service-accounts/guard.ts'
import { registerSessions } from '../features/staff/sessions/guard.ts'
import { router } from './requests/route.ts'

test('[audit-5] a change whose audit entry cannot be written is not made', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const other = await createAdmin(testApp)
  await testApp.context.db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  expect((await boss.call('PATCH', '/v1/admins/me', { fullName: 'Somebody Else' })).statusCode).toBe(500)
  expect((await boss.call('POST', '/v1/admins/access/revoke', { userIds: [other.id] })).statusCode).toBe(500)
  const admins = await testApp.context.db.selectFrom('admins').selectAll().orderBy('createdAtMs').execute()
  expect(admins).toEqual([boss.admin, other])
})

test('[audit-6] a read whose audit entry cannot be written returns nothing', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp)
  await testApp.context.db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  const response = await boss.call('GET', '/v1/admins')
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain(boss.admin.email)
})

test('an error that is committed with its change is logged once', async () => {
  const { context } = await buildTestApp()
  const app = Fastify()
  registerErrorHandler(app, context, registerRejectionLog(app, context))
  registerSessions(app, context)
  registerServiceAccounts(app, context)
  const deadLink = endpoint({ name: 'open', method: 'POST', path: '/open', summary: '' })
  router(app, context)(deadLink, {
    permission: 'public',
    action: 'recovery.view',
    why: 'a test',
    audit: () => ({ subjects: [] }),
    handler: ({ change }) =>
      change(async () => new ApiError('not_found', 'Gone.', { isRejection: true, subject: 'file:a' })),
  })
  expect((await app.inject({ method: 'POST', url: '/open' })).statusCode).toBe(404)
  await app.close()
  const rows = await context.db.selectFrom('auditEvents').select(['action', 'outcome', 'reason', 'subjects']).execute()
  expect(rows).toEqual([{ action: 'recovery.view', outcome: 'failed', reason: 'not_found', subjects: named('file:a') }])
})
