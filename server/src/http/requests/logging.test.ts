import { expect, test } from 'vitest'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { patientsWith, replaceTable, workbook } from '../../../testing/patients/upload.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { StorageUnavailableError } from '../../core/storage/errors.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../testing/factories.ts'
import { keptMails, secretIn } from '../../../testing/mail/mails.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

const canary = {
  email: 'canary-address@example.org',
  name: 'Canaryname',
  password: 'Canary-secret-77',
  search: 'canarysearch',
  finding: 'canaryfinding',
}

test('[audit-13] no cookie, secret, password, email address, name, search term or health value reaches the log or the audit log', async () => {
  const testApp = await buildTestApp()
  const { app, logLines } = testApp
  await createAdmin(testApp, { email: canary.email, fullName: canary.name, password: canary.password })
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'canary-boss@example.org' })
  const send = (method: 'POST' | 'PATCH', url: string, body: object) => app.inject({ method, url, body })

  await send('POST', '/v1/auth/admin/login', { email: canary.email, password: canary.password })
  await send('POST', '/v1/auth/admin/login', { email: canary.email, password: `${canary.password}-wrong` })
  await send('POST', '/v1/auth/admin/login', { email: canary.email, password: canary.password, [canary.search]: 1 })
  await app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    headers: { 'content-type': 'application/json' },
    body: `{"email":"${canary.email}","password":"${canary.password}"`,
  })
  await send('POST', '/v1/auth/admin/forgot-password', { email: canary.email })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'canary-invitee@example.org' }] })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: canary.email }] })
  await boss.call('POST', '/v1/auth/admin/email', { newEmail: 'canary-new@example.org' })
  await boss.call('PATCH', '/v1/auth/admin/password', { oldPassword: canary.password, newPassword: canary.password })
  await boss.call('GET', `/v1/users?search=${canary.search}&page=1`)
  await boss.call('GET', `/v1/users/${canary.search}`)
  await boss.call('GET', `/v1/hospital-patients?search=${canary.search}`)
  await boss.call('PATCH', '/v1/admins/me', { fullName: canary.name })
  await insertUsers(testApp, [{ id: 'u1', firstName: canary.name, email: canary.email }])
  await insertReports(testApp, 'u1', [{ at: '2026-03-07T00:00:00Z', finding: canary.finding }])
  await showRows(testApp, patientRows(2, { 0: { diabetes: canary.finding } }))
  const seen = ['users', 'users/u1', 'users/u1/reports', 'users/u1/reports?all=true', 'hospital-patients']
  for (const path of seen) expect((await boss.call('GET', `/v1/${path}`)).body.toLowerCase()).toContain('canary')
  await replaceTable(testApp, boss, workbook(patientsWith(2, { 1: { age: canary.finding } })))
  const mails = await keptMails(testApp)
  const secrets = mails.filter((mail) => mail.text.includes('?id=')).map(secretIn)
  for (const secret of secrets) {
    await app.inject({ method: 'GET', url: `/v1/admin-invites/${secret}` })
    await app.inject({ method: 'GET', url: `/v1/auth/admin/forgot-password/${secret}` })
    await send('PATCH', '/v1/auth/admin/forgot-password', { id: secret, password: canary.password })
  }
  expect(secrets.length).toBeGreaterThanOrEqual(3)
  expect(logLines.length).toBeGreaterThan(15)

  await app.close()
  const entries = await testApp.context.db.selectFrom('auditEvents').selectAll().execute()
  expect(entries.length).toBeGreaterThan(15)
  for (const written of [logLines.join(''), JSON.stringify(entries)]) {
    expect(written.toLowerCase()).not.toContain('canary')
    for (const secret of [...secrets, ...Object.values(boss.cookies)]) expect(written).not.toContain(secret)
  }
})

test('the body of an error contains no password, no secret and no cookie', async () => {
  const testApp = await buildTestApp()
  const { call, cookies } = await signedIn(testApp)
  const answers = [
    await call('PATCH', '/v1/auth/admin/password', { oldPassword: canary.password, newPassword: canary.password }),
    await call('PATCH', '/v1/auth/admin/password', { oldPassword: canary.password, newPassword: 'canary' }),
    await call('PATCH', '/v1/auth/admin/forgot-password', { id: 'canary', password: canary.password }),
    await call('GET', '/v1/admin-invites/canary'),
    await call('POST', '/v1/auth/admin/login', { email: 'not an address canary', password: canary.password }),
  ]
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(body.toLowerCase()).not.toContain('canary')
    for (const value of Object.values(cookies)) expect(body).not.toContain(value)
  }
})

const own = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/

test('each response contains the id of its request, which a proxy may set if it is valid', async () => {
  const { app, logLines } = await buildTestApp()
  const idFor = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/v1/users', headers })).headers['x-request-id']
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(await idFor({})).toMatch(own)
  expect(await idFor({ 'x-request-id': trace })).toBe(trace)
  expect(await idFor({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace)
  expect(logLines.join('')).toContain(`"reqId":"${trace}"`)
  for (const odd of ['short', 'x'.repeat(65), 'with a space in the id', 'ada@example.org-0123', '"}{"level":"fatal"}'])
    expect(await idFor({ 'x-request-id': odd })).toMatch(own)
  for (const odd of [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `ff-${trace}-00f067aa0ba902b7-01`, trace])
    expect(await idFor({ traceparent: odd })).toMatch(own)
  const rejected = await app.inject({ url: '/v1/users' })
  expect(rejected.json().error.requestId).toBe(rejected.headers['x-request-id'])
})

test('sign-ins, rejected requests and changes of permissions are security events with IP address and account', async () => {
  const testApp = await buildTestApp()
  const { app, logLines } = testApp
  const { id, email } = await createAdmin(testApp)
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const signIn = (email: string, password: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/auth/admin/login',
      remoteAddress: '192.0.2.9',
      body: { email, password },
    })
  await signIn(email, 'Wrong-password-1')
  await signIn('nobody@example.org', 'Wrong-password-1')
  await signIn(email, testPassword)
  await app.inject({ url: '/v1/users' })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] })
  const events = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security event')
  const failed = { level: 'warn', event: 'session.sign_in', outcome: 'failed', reason: 'wrong_credentials' }
  expect(events).toMatchObject([
    { ...failed, account: id, address: '192.0.2.9', reqId: expect.any(String) },
    { ...failed, account: null, address: '192.0.2.9' },
    { level: 'info', event: 'session.sign_in', outcome: 'ok', account: id, address: '192.0.2.9' },
    { level: 'info', event: 'invitation.create', outcome: 'ok', account: boss.admin.id },
  ])
})

test('[api-6] an unknown error is logged without the values that a database adds, and the response reveals nothing of it', async () => {
  const { app, logLines } = await buildTestApp()
  app.get('/broken', { config: { permission: 'public' } }, async () => {
    const detail = { detail: `Key (email)=(${canary.email})`, parameters: [canary.email], code: '23505' }
    throw Object.assign(new Error('duplicate key'), detail)
  })
  const answer = await app.inject('/broken')
  expect(answer.statusCode).toBe(500)
  expect(answer.json().error).toEqual({
    code: 'internal',
    message: 'Something went wrong on the server.',
    requestId: answer.headers['x-request-id'],
  })
  expect(logLines.join('')).toContain('duplicate key')
  expect(logLines.join('')).not.toContain(canary.email)
})

test('the error for an unreachable service is logged with its cause', async () => {
  const { app, logLines } = await buildTestApp()
  app.get('/broken', { config: { permission: 'public' } }, async () => {
    throw new StorageUnavailableError(new Error('rejected', { cause: new TypeError('the secret is wrong') }))
  })
  expect((await app.inject('/broken')).statusCode).toBe(503)
  const [line] = logLines.map((each) => JSON.parse(each)).filter(({ err }) => err)
  const cause = { message: 'rejected', cause: { type: 'TypeError', message: 'the secret is wrong' } }
  expect(line).toMatchObject({ level: 'warn', err: { type: 'StorageUnavailableError', cause } })
})
