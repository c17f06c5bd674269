import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { named } from '../../../../testing/audit-log.ts'

const newPassword = 'Copper-lantern-9'
const change = (by: Session, oldPassword: string, password = newPassword) =>
  by.call('PATCH', '/v1/auth/admin/password', { oldPassword, newPassword: password })

async function ada() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const session = await signedIn(testApp, { email: 'ada@example.org', fullName: 'Ada Lovelace' })
  const signIn = (password: string) =>
    testApp.app.inject({
      method: 'POST',
      url: '/v1/auth/admin/login',
      body: { email: 'ada@example.org', password },
    })
  return { testApp, session, signIn }
}

test('the password changes, the session of the request stays, the others are revoked, and an email reports it', async () => {
  const { testApp, session, signIn } = await ada()
  const other = await signIn(testPassword)
  const cookies = Object.fromEntries(other.cookies.map(({ name, value }) => [name, value]))
  expect((await change(session, testPassword)).statusCode).toBe(204)
  expect((await session.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
  expect((await testApp.app.inject({ method: 'GET', url: '/v1/auth/admin/me', cookies })).statusCode).toBe(401)
  expect((await signIn(testPassword)).statusCode).toBe(401)
  expect((await signIn(newPassword)).statusCode).toBe(200)
  expect((await mailTo(testApp, 'password-changed', 'ada@example.org')).html).toContain('/forgot-password')
})

test('[settings-6] a wrong current password is reported, ends no session, and is slowed down from the fifth time on', async () => {
  const { testApp, session } = await ada()
  for (let n = 0; n < 5; n += 1) {
    const rejected = await change(session, 'Wrong-password-1')
    expect(rejected.statusCode).toBe(400)
    expect(rejected.json().error.fields).toEqual([
      { path: 'oldPassword', message: 'The current password is incorrect.' },
    ])
  }
  const slowed = await change(session, testPassword)
  expect(slowed.statusCode).toBe(429)
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
  testApp.advance(1_000)
  expect((await change(session, testPassword)).statusCode).toBe(204)
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['outcome', 'reason', 'actorId', 'subjects'])
    .where('action', '=', 'password.change')
    .orderBy('sequence')
    .execute()
  const { id } = session.admin
  expect(events).toEqual([
    { outcome: 'failed', reason: 'invalid', actorId: id, subjects: named(`admin:${id}`) },
    { outcome: 'denied', reason: 'rate_limited', actorId: id, subjects: '[]' },
    { outcome: 'ok', reason: null, actorId: id, subjects: named(`admin:${id}`) },
  ])
})

test('wrong passwords in one session do not delay another', async () => {
  const { testApp, session, signIn } = await ada()
  const cookies = Object.fromEntries((await signIn(testPassword)).cookies.map(({ name, value }) => [name, value]))
  const changeThere = (oldPassword: string) =>
    testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/password', cookies, body: { oldPassword, newPassword } })
  for (let n = 0; n < 5; n += 1) expect((await changeThere('Wrong-password-1')).statusCode).toBe(400)
  expect((await changeThere(testPassword)).statusCode).toBe(429)
  expect((await change(session, testPassword)).statusCode).toBe(204)
})

test('links that were requested before become invalid', async () => {
  const { testApp, session } = await ada()
  await session.call('POST', '/v1/auth/admin/email', { newEmail: 'new@example.org' })
  const emailLink = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/forgot-password',
    body: { email: 'ada@example.org' },
  })
  const recovery = secretIn(await mailTo(testApp, 'password-reset', 'ada@example.org'))
  await change(session, testPassword)
  const confirm = await testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: { id: emailLink } })
  expect(confirm.statusCode).toBe(404)
  const check = await testApp.app.inject({ method: 'GET', url: `/v1/auth/admin/forgot-password/${recovery}` })
  expect(check.statusCode).toBe(404)
})

test.each([
  ['', 4],
  ['short', 3],
  ['alllowercase1', 1],
  ['Password123', 1],
  ['Summer2026!', 1],
  ['Lovelace-2026', 1],
  ['my-Example-9', 1],
  ['Copper-lantern-9 ', 1],
  ['Copper-lantern\u00009', 1],
  [`Aa1${'x'.repeat(254)}`, 1],
])('a password that is too weak is rejected with every broken rule: %j', async (password, count) => {
  const { session, signIn } = await ada()
  const rejected = await change(session, testPassword, password)
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().error.fields.map((field: { path: string }) => field.path)).toEqual(
    Array(count).fill('newPassword'),
  )
  expect((await signIn(testPassword)).statusCode).toBe(200)
})

test('[password-4] a new password must differ from the current one', async () => {
  const { session } = await ada()
  const rejected = await change(session, testPassword, testPassword)
  expect(rejected.statusCode).toBe(400)
  const message = 'This is already your password. Choose another.'
  expect(rejected.json().error.fields).toEqual([{ path: 'newPassword', message }])
})

test('[password-3] a password may have 256 characters, and every one of them counts', async () => {
  const { session, signIn } = await ada()
  const long = `Aa1${'x'.repeat(253)}`
  expect((await change(session, testPassword, long)).statusCode).toBe(204)
  expect((await signIn(long.slice(0, 255))).statusCode).toBe(401)
  expect((await signIn(long)).statusCode).toBe(200)
})
