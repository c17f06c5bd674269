import { expect, test } from 'vitest'
import { blockIp } from '../../../../testing/sessions/block-ip.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'

const url = '/v1/auth/admin/forgot-password'
const newPassword = 'Copper-lantern-9'
const email = 'ada@example.org'

const requestLink = ({ app }: TestApp, to: string) => app.inject({ method: 'POST', url, body: { email: to } })
const check = ({ app }: TestApp, secret: string) =>
  app.inject({ method: 'GET', url: `${url}/${encodeURIComponent(secret)}` })
const reset = ({ app }: TestApp, id: string, password = newPassword) =>
  app.inject({ method: 'PATCH', url, body: { id, password } })
const signIn = ({ app }: TestApp, password: string, cookies: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password }, cookies })
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof signIn>>) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))

test('[recovery-5] a link sets a new password once, revokes every session and signs no one in', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email, fullName: 'Grace Hopper' })
  expect((await requestLink(testApp, ' ADA@example.org ')).statusCode).toBe(204)

  const mail = await mailTo(testApp, 'password-reset', email)
  expect(mail.text).toContain(`${testApp.context.config.publicUrl}/password-recovery?id=`)
  const secret = secretIn(mail)
  expect((await check(testApp, secret)).json()).toEqual({ data: { email } })
  expect((await check(testApp, secret)).statusCode).toBe(200)

  const done = await reset(testApp, secret)
  expect(done.statusCode).toBe(204)
  expect(done.cookies.map(({ name }) => name)).toEqual(['device-3000'])
  expect((await ada.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  expect((await signIn(testApp, testPassword)).statusCode).toBe(401)
  expect((await signIn(testApp, newPassword)).statusCode).toBe(200)
  expect((await mailTo(testApp, 'password-changed', email)).text).toContain('was changed on')

  for (const again of [await check(testApp, secret), await reset(testApp, secret)]) {
    expect(again.statusCode).toBe(404)
    expect(again.json().error.message).toBe('This link is no longer valid. Request a new one.')
  }
})

test('known, unknown, revoked and throttled email addresses get the same response', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email })
  await createAdmin(testApp, { email: 'former@example.org', role: 'user' })
  const emails = [email, 'unknown@example.org', 'former@example.org', email, email, email, email]
  const answers = []
  for (const to of emails) {
    const { statusCode, headers, body } = await requestLink(testApp, to)
    answers.push({ statusCode, body, headers: { ...headers, date: '', 'x-request-id': '' } })
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await keptMails(testApp)).map((mail) => mail.to)).not.toContain('former@example.org')
  const work = await testApp.context.db.selectFrom('recoveryRequests').selectAll().execute()
  expect(work).toEqual([])
})

test('a request makes the same writes before its response whether the email address is known or not', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email })
  await requestLink(testApp, email)
  await requestLink(testApp, 'unknown@example.org')
  const { db } = testApp.context
  const requests = await db.selectFrom('recoveryRequests').select('emailKey').orderBy('id').execute()
  expect(requests.map((row) => row.emailKey).sort()).toEqual([email, 'unknown@example.org'])
  expect(await db.selectFrom('recoveries').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('[recovery-7] an email address gets three emails per hour; the last link keeps working, and more follow after the hour', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email })
  for (let n = 0; n < 6; n += 1) {
    await requestLink(testApp, email)
    await keptMails(testApp)
  }
  expect(await keptMails(testApp)).toHaveLength(3)
  const last = secretIn(await mailTo(testApp, 'password-reset', email))
  expect((await check(testApp, last)).statusCode).toBe(200)
  testApp.advance(3_600_000)
  await requestLink(testApp, email)
  expect(await keptMails(testApp)).toHaveLength(4)
})

test('[recovery-6] a new request invalidates the previous link, and a link expires after an hour', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  await createAdmin(testApp, { email })
  await requestLink(testApp, email)
  const first = secretIn(await mailTo(testApp, 'password-reset', email))
  await requestLink(testApp, email)
  const second = secretIn(await mailTo(testApp, 'password-reset', email))
  expect(second).not.toBe(first)
  expect((await reset(testApp, first)).statusCode).toBe(404)
  testApp.advance(3_600_000 - 1_000)
  expect((await check(testApp, second)).statusCode).toBe(200)
  testApp.advance(1_000)
  expect((await check(testApp, second)).statusCode).toBe(404)
  expect((await reset(testApp, second)).statusCode).toBe(404)
})

test('a link from before the access was revoked does not work', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const ada = await createAdmin(testApp, { email })
  await requestLink(testApp, email)
  const secret = secretIn(await mailTo(testApp, 'password-reset', email))
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.id] })
  expect((await check(testApp, secret)).statusCode).toBe(404)
  expect((await reset(testApp, secret)).statusCode).toBe(404)
})

test.each([
  ['nosuchpass', 2],
  ['Password123', 1],
  ['P@ssw0rd123', 1],
  [testPassword, 1],
  ['Lovelace-22', 1],
  ['HealthConsole1', 1],
  ['Ada-hidden-lovelace.example-1', 1],
  [' Copper-lantern-9', 1],
  [`Aa1${'x'.repeat(254)}`, 1],
])('a password that is too weak is rejected and the link stays valid: %s', async (password, count) => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email, fullName: 'Ada Lovelace' })
  await requestLink(testApp, email)
  const secret = secretIn(await mailTo(testApp, 'password-reset', email))
  const rejected = await reset(testApp, secret, password)
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().error.fields.map((field: { path: string }) => field.path)).toEqual(
    Array(count).fill('password'),
  )
  expect((await reset(testApp, secret)).statusCode).toBe(204)
})

test('a reset ends the admin’s delays immediately: on the device, and elsewhere at the IP address', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  await createAdmin(testApp, { email, fullName: 'Grace Hopper' })
  for (let n = 0; n < 6; n += 1) await signIn(testApp, 'Wrong-password-1')
  await blockIp(testApp, '127.0.0.1')
  expect((await signIn(testApp, testPassword)).statusCode).toBe(429)
  await requestLink(testApp, email)
  const done = await reset(testApp, secretIn(await mailTo(testApp, 'password-reset', email)))
  expect((await signIn(testApp, newPassword)).statusCode).toBe(200)

  await blockIp(testApp, '127.0.0.1')
  expect((await signIn(testApp, newPassword)).statusCode).toBe(429)
  expect((await signIn(testApp, newPassword, cookiesOf(done))).statusCode).toBe(200)
})

test('a reset on a device clears its failures, and other devices become unknown', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  await createAdmin(testApp, { email, fullName: 'Grace Hopper' })
  const [here, there] = [cookiesOf(await signIn(testApp, testPassword)), cookiesOf(await signIn(testApp, testPassword))]
  for (let n = 0; n < 6; n += 1) await signIn(testApp, 'Wrong-password-1', here)
  expect((await signIn(testApp, testPassword, here)).statusCode).toBe(429)
  await requestLink(testApp, email)
  const secret = secretIn(await mailTo(testApp, 'password-reset', email))
  const done = await testApp.app.inject({
    method: 'PATCH',
    url,
    body: { id: secret, password: newPassword },
    cookies: here,
  })
  expect(cookiesOf(done)).toEqual({ 'device-3000': here['device-3000'] })
  expect((await signIn(testApp, newPassword, here)).statusCode).toBe(200)

  await blockIp(testApp, '127.0.0.1')
  expect((await signIn(testApp, newPassword, here)).statusCode).toBe(200)
  expect((await signIn(testApp, newPassword, there)).statusCode).toBe(429)
})

test('an email change that an attacker requested ends with the reset', async () => {
  const testApp = await buildTestApp()
  const thief = await signedIn(testApp, { email, fullName: 'Grace Hopper' })
  await thief.call('POST', '/v1/auth/admin/email', { newEmail: 'thief@example.net' })
  const stolen = secretIn(await mailTo(testApp, 'email-change', 'thief@example.net'))
  await requestLink(testApp, email)
  await reset(testApp, secretIn(await mailTo(testApp, 'password-reset', email)))
  const confirm = await testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: { id: stolen } })
  expect(confirm.statusCode).toBe(404)
})

test('a flood of requests from one IP address is limited', async () => {
  const testApp = await buildTestApp()
  const answers = []
  for (let n = 0; n < 310; n += 1) answers.push((await requestLink(testApp, `person${n}@example.org`)).statusCode)
  expect(answers.slice(0, 300)).toEqual(Array(300).fill(204))
  expect(answers.slice(300)).toEqual(Array(10).fill(429))
})

test('requests for password resets are logged in groups: the first one, and later how many followed', async () => {
  const testApp = await buildTestApp()
  for (let n = 0; n < 30; n += 1) await requestLink(testApp, `person${n}@example.org`)
  const rows = () =>
    testApp.owner.db
      .selectFrom('auditEvents')
      .select(['outcome', 'count', 'address'])
      .where('action', '=', 'recovery.request')
      .orderBy('sequence')
      .execute()
  expect(await rows()).toEqual([{ outcome: 'ok', count: 1, address: '127.0.0.1' }])
  expect(await testApp.context.db.selectFrom('recoveryRequests').select('id').execute()).toHaveLength(30)
  await testApp.app.close()
  expect((await rows()).slice(1)).toEqual([{ outcome: 'ok', count: 29, address: '127.0.0.1' }])
})

test.each([email, 'unknown@example.org'])('a console without email promises no link to %s', async (to) => {
  const testApp = await buildTestApp({ MAIL_DELIVERY: 'off' })
  await createAdmin(testApp, { email })
  const rejected = await requestLink(testApp, to)
  expect(rejected.statusCode).toBe(409)
  expect(rejected.json().error.message).toBe(
    'This console can’t send email. Ask your system administrator for a reset link.',
  )
})
