import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { verifyAuditLog } from '../../core/audit/verify.ts'
import { patientsWith, writeTestTable, workbook } from '../../../testing/patients/upload.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../testing/factories.ts'
import { startServerProcess } from '../../../testing/processes/server-process.ts'
import { named } from '../../../testing/audit-log.ts'

type Request = InjectOptions & { url: string }
type Event = Awaited<ReturnType<typeof events>>[number]

const events = ({ context: { db } }: Pick<TestApp, 'context'>) =>
  db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'outcome', 'reason', 'count', 'actorId', 'address'])
    .orderBy('sequence')
    .execute()

const secret = 'not-a-secret-that-was-ever-given-out'
const jsonFrom = (origin: string) => ({ origin, 'content-type': 'application/json' })

test('every kind of rejected request is logged, but no link secret', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp)
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const account = await createAdmin(testApp)
  const staged = await writeTestTable(testApp, boss, workbook(patientsWith(2)))
  const begun = await boss.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM', size: 1_000 })
  const { id: adaId } = ada.admin
  const as = ({ cookies }: typeof ada, method: 'GET' | 'POST', url: string, body?: object): Request => ({
    method,
    url,
    cookies,
    ...(body && { body }),
  })
  const denied = (action: string, reason: string) => ({ action, reason, outcome: 'denied' as const, subjects: '[]' })
  const failed = (action: string, reason: string) => ({ action, reason, outcome: 'failed' as const, subjects: '[]' })
  const upload = '/v1/file-uploads/some-upload/content'

  const rejected: [Request, Partial<Event>][] = [
    [
      { method: 'POST', url: '/v1/auth/admin/login', headers: jsonFrom('https://evil.example'), body: '{}' },
      denied('session.sign_in', 'foreign_origin'),
    ],
    [{ method: 'GET', url: '/v1/users' }, denied('users.list', 'unauthenticated')],
    [{ method: 'DELETE', url: '/v1/patient-imports/some' }, denied('patients.import_cancel', 'unauthenticated')],
    [
      as(ada, 'POST', '/v1/admins/access/revoke', { userIds: [adaId] }),
      { ...denied('admin.revoke', 'forbidden'), actorId: adaId },
    ],
    [
      { method: 'POST', url: '/v1/auth/admin/login', body: { email: account.email, password: 'Wrong-horse-7' } },
      { ...failed('session.sign_in', 'wrong_credentials'), subjects: named(`admin:${account.id}`), actorId: null },
    ],
    [
      as(ada, 'POST', '/v1/auth/admin/confirm', { password: 'Wrong-horse-7' }),
      { ...failed('session.confirm', 'invalid'), subjects: named(`admin:${adaId}`), actorId: adaId },
    ],
    [
      as(ada, 'GET', `/v1/patient-imports/${staged.id}`),
      { ...failed('patients.import_preview', 'not_found'), subjects: named(`import:${staged.id}`), actorId: adaId },
    ],
    [
      as(ada, 'GET', `/v1/file-uploads/${begun.json().upload.id}`),
      { ...failed('files.uploads', 'not_found'), subjects: named(`upload:${begun.json().upload.id}`), actorId: adaId },
    ],
    [{ method: 'GET', url: `/v1/admin-invites/${secret}` }, failed('invitation.view', 'not_found')],
    [
      {
        method: 'POST',
        url: '/v1/admin-invites/accept',
        body: { inviteId: secret, fullName: 'Ada', password: testPassword },
      },
      failed('invitation.accept', 'not_found'),
    ],
    [{ method: 'GET', url: `/v1/auth/admin/forgot-password/${secret}` }, failed('recovery.view', 'not_found')],
    [
      { method: 'PATCH', url: '/v1/auth/admin/forgot-password', body: { id: secret, password: testPassword } },
      failed('password.reset', 'not_found'),
    ],
    [
      { method: 'PATCH', url: '/v1/auth/admin/email', body: { id: secret } },
      failed('email_change.confirm', 'not_found'),
    ],
    [{ method: 'GET', url: `/v1/auth/admin/email/undo/${secret}` }, failed('email_undo.view', 'not_found')],
    [
      { method: 'POST', url: '/v1/auth/admin/email/undo', body: { id: secret } },
      failed('email_change.undo', 'not_found'),
    ],
    [{ method: 'PUT', url: `${upload}?expires=1&signature=${secret}` }, denied('files.upload_content', 'forbidden')],
    [{ method: 'PUT', url: upload }, failed('files.upload_content', 'invalid')],
  ]
  for (const [request, expected] of rejected) {
    const before = (await events(testApp)).length
    const { statusCode } = await testApp.app.inject(request)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect((await events(testApp)).slice(before), `${request.method} ${request.url}`).toMatchObject([expected])
  }
  expect(JSON.stringify(await events(testApp))).not.toContain(secret)
})

test('[audit-12] repeated rejections become one row immediately and one row with their number', async () => {
  const testApp = await buildTestApp()
  const request = () => testApp.app.inject({ method: 'GET', url: '/v1/users' })
  for (let round = 0; round < 20; round += 1) expect((await request()).statusCode).toBe(401)
  const rejection = { action: 'users.list', outcome: 'denied', reason: 'unauthenticated', address: '127.0.0.1' }
  expect(await events(testApp)).toMatchObject([{ ...rejection, count: 1 }])
  await testApp.app.close()
  expect(await events(testApp)).toMatchObject([
    { ...rejection, count: 1 },
    { ...rejection, count: 19 },
  ])
  expect(await verifyAuditLog(testApp.context.db)).toMatchObject({ rows: 2, brokenAt: null })
})

test('a server that stops logs the rejections that it has counted', async () => {
  const testApp = await buildTestApp()
  const server = await startServerProcess(testApp.context.config)
  for (let round = 0; round < 5; round += 1) expect((await fetch(`${server.url}/v1/admins`)).status).toBe(401)
  await server.stop()
  const rejected = (await events(testApp)).filter(({ outcome }) => outcome === 'denied')
  expect(rejected.map(({ action, count }) => [action, count])).toEqual([
    ['admin.list', 1],
    ['admin.list', 4],
  ])
})

test('a flood from many IP addresses leaves a limited number of rows', async () => {
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
