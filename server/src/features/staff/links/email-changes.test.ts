import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { named } from '../../../../testing/audit-log.ts'

const url = '/v1/auth/admin/email'
const requestChange = (by: Session, newEmail: string) => by.call('POST', url, { newEmail })
const confirm = ({ app }: TestApp, id: string, cookies: Record<string, string> = {}) =>
  app.inject({ method: 'PATCH', url, body: { id }, cookies })

async function ada() {
  const testApp = await buildTestApp()
  return { testApp, session: await signedIn(testApp, { email: 'ada@example.org', fullName: 'Ada Lovelace' }) }
}

test('[email-change-3] the new email address is confirmed, both addresses are notified, and the account’s address changes', async () => {
  const { testApp, session } = await ada()
  const forgotten = '/v1/auth/admin/forgot-password'
  await testApp.app.inject({ method: 'POST', url: forgotten, body: { email: 'ada@example.org' } })
  const recovery = secretIn(await mailTo(testApp, 'password-reset', 'ada@example.org'))
  expect((await requestChange(session, ' New@example.org ')).statusCode).toBe(204)
  const link = await mailTo(testApp, 'email-change', 'new@example.org')
  expect(link.text).toContain(`${testApp.context.config.publicUrl}/change-email?id=`)
  const notice = await mailTo(testApp, 'email-change-requested', 'ada@example.org')
  expect(notice.text).toContain('New@example.org')
  expect(notice.text).not.toContain(secretIn(link))

  const other = await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    body: { email: 'ada@example.org', password: testPassword },
  })
  const done = await confirm(testApp, secretIn(link))
  expect(done.statusCode).toBe(204)
  expect(done.body).toBe('')
  expect(done.cookies).toEqual([])
  expect((await mailTo(testApp, 'email-changed', 'ada@example.org')).text).toContain(
    'New@example.org. You can no longer sign in',
  )
  for (const cookies of [session.cookies, Object.fromEntries(other.cookies.map(({ name, value }) => [name, value]))]) {
    expect((await testApp.app.inject({ method: 'GET', url: '/v1/auth/admin/me', cookies })).statusCode).toBe(401)
  }
  const signIn = (email: string) =>
    testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password: testPassword } })
  expect((await signIn('ada@example.org')).statusCode).toBe(401)
  expect((await signIn('new@example.org')).json().data.user.email).toBe('New@example.org')
  expect((await confirm(testApp, secretIn(link))).statusCode).toBe(404)
  expect((await testApp.app.inject({ url: `${forgotten}/${recovery}` })).statusCode).toBe(404)
})

test('[email-change-7] for seven days, a sign-in with the former email address and the correct password is told that the address has changed', async () => {
  const { testApp, session } = await ada()
  testApp.freeze()
  await requestChange(session, 'new@example.org')
  expect((await confirm(testApp, secretIn(await mailTo(testApp, 'email-change', 'new@example.org')))).statusCode).toBe(
    204,
  )
  const signIn = async (password: string) => {
    const body = { email: 'Ada@Example.org', password }
    const rejected = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body })
    expect([rejected.statusCode, rejected.cookies]).toEqual([401, []])
    const { code, message, fields } = rejected.json().error
    return { code, message, fields }
  }
  const message = 'The email address of this account has changed. Sign in with the new one.'
  const unknown = { code: 'wrong_credentials', message: 'Incorrect email or password.', fields: undefined }
  expect(await signIn(testPassword)).toEqual({
    code: 'wrong_credentials',
    message,
    fields: [{ path: 'email', message }],
  })
  expect(await signIn('Wrong-password-1')).toEqual(unknown)
  const { db } = testApp.context
  const logged = await db.selectFrom('auditEvents').select('outcome').where('action', '=', 'session.sign_in').execute()
  expect(logged.map(({ outcome }) => outcome)).toContain('failed')

  // The revoked caller learns nothing.
  await db.updateTable('admins').set({ role: 'user' }).where('id', '=', session.admin.id).execute()
  expect(await signIn(testPassword)).toEqual(unknown)
  await db.updateTable('admins').set({ role: 'admin' }).where('id', '=', session.admin.id).execute()
  testApp.advance(7 * 24 * 3_600_000)
  expect(await signIn(testPassword)).toEqual(unknown)
})

test('[email-change-7] an admin who now has another admin’s former email address signs in to their own account', async () => {
  const { testApp, session } = await ada()
  await requestChange(session, 'new@example.org')
  await confirm(testApp, secretIn(await mailTo(testApp, 'email-change', 'new@example.org')))
  await createAdmin(testApp, { email: 'ada@example.org', password: 'Copper-lantern-9' })
  const signIn = (password: string) =>
    testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email: 'ada@example.org', password } })
  expect((await signIn('Copper-lantern-9')).statusCode).toBe(200)
  expect((await signIn(testPassword)).json().error.message).toBe('Incorrect email or password.')
})

test('the browser that confirms stays signed in if it has the account’s session', async () => {
  const { testApp, session } = await ada()
  const stranger = await signedIn(testApp)
  await requestChange(session, 'new@example.org')
  const secret = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  expect((await confirm(testApp, secret, session.cookies)).statusCode).toBe(204)
  expect((await session.call('GET', '/v1/auth/admin/me')).json().data.user.email).toBe('new@example.org')
  expect((await stranger.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
})

test('[email-change-6] a change that only affects letter case is made immediately, without an email, and is logged', async () => {
  const { testApp, session } = await ada()
  expect((await requestChange(session, 'Ada@example.org')).statusCode).toBe(204)
  expect((await session.call('GET', '/v1/auth/admin/me')).json().data.user.email).toBe('Ada@example.org')
  expect(await keptMails(testApp)).toEqual([])
  expect((await session.call('GET', url)).json()).toEqual({ data: null })
  const entries = await testApp.context.db.selectFrom('auditEvents').select(['action', 'actorId', 'outcome']).execute()
  expect(entries).toEqual([{ action: 'email_change.confirm', actorId: session.admin.id, outcome: 'ok' }])
})

test('a link is valid for a day', async () => {
  const { testApp, session } = await ada()
  testApp.freeze()
  await requestChange(session, 'new@example.org')
  const secret = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  testApp.advance(24 * 3_600_000 - 1_000)
  expect((await confirm(testApp, secret)).statusCode).toBe(204)
})

test('a new request invalidates the previous one; it expires after a day', async () => {
  const { testApp, session } = await ada()
  await requestChange(session, 'first@example.org')
  const first = secretIn(await mailTo(testApp, 'email-change', 'first@example.org'))
  await requestChange(session, 'second@example.org')
  const second = secretIn(await mailTo(testApp, 'email-change', 'second@example.org'))
  expect((await confirm(testApp, first)).statusCode).toBe(404)
  testApp.advance(24 * 3_600_000)
  expect((await confirm(testApp, second)).statusCode).toBe(404)
})

test('an admin’s own pending change is shown and can be cancelled; its link then stops working', async () => {
  const { testApp, session } = await ada()
  const other = await signedIn(testApp)
  const waiting = async (by: Session) => (await by.call('GET', url)).json().data
  testApp.freeze()
  expect(await waiting(session)).toBeNull()
  await requestChange(session, 'new@example.org')
  const secret = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  const expiresAt = new Date(testApp.context.now() + 24 * 3_600_000).toISOString()
  expect(await waiting(session)).toEqual({ newEmail: 'new@example.org', expiresAt })

  expect(await waiting(other)).toBeNull()
  expect((await other.call('DELETE', url)).statusCode).toBe(204)
  expect(await waiting(session)).not.toBeNull()

  expect((await session.call('DELETE', url)).statusCode).toBe(204)
  expect(await waiting(session)).toBeNull()
  expect((await confirm(testApp, secret)).statusCode).toBe(404)
  const logged = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['subjects', 'outcome'])
    .where('action', '=', 'email_change.cancel')
    .execute()
  expect(logged).toEqual([{ subjects: named(`admin:${session.admin.id}`), outcome: 'ok' }])
})

test('[email-change-5] the email address of another admin is rejected, also if that admin’s access was revoked', async () => {
  const { testApp, session } = await ada()
  await createAdmin(testApp, { email: 'bob@example.org' })
  await createAdmin(testApp, { email: 'former@example.org', role: 'user' })
  const errors = [
    [
      'BOB@example.org',
      'BOB@example.org belongs to another account, which super admins see under Admins. Enter another address.',
      'Belongs to another account',
    ],
    [
      'former@example.org',
      'former@example.org belongs to the account of a former admin. A super admin can restore it by inviting this address again.',
      'Belongs to a former admin',
    ],
  ] as const
  for (const [email, message, short] of errors) {
    const rejected = await requestChange(session, email)
    expect(rejected.statusCode).toBe(409)
    expect(rejected.json().error).toMatchObject({ message, fields: [{ path: 'newEmail', message: short }] })
  }
  const same = await requestChange(session, 'ada@example.org')
  expect(same.statusCode).toBe(400)
  expect(await keptMails(testApp)).toEqual([])
})

test('an email address that another admin got meanwhile is rejected, and the link is used up', async () => {
  const { testApp, session } = await ada()
  await requestChange(session, 'new@example.org')
  const secret = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  await createAdmin(testApp, { email: 'new@example.org' })
  expect((await confirm(testApp, secret)).statusCode).toBe(409)
  expect((await confirm(testApp, secret)).statusCode).toBe(404)
  expect((await session.call('GET', '/v1/auth/admin/me')).json().data.user.email).toBe('ada@example.org')
})

test('an invitation to an email address that becomes an admin’s is deleted', async () => {
  const { testApp, session } = await ada()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] })
  const invitation = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  await requestChange(session, 'new@example.org')
  await confirm(testApp, secretIn(await mailTo(testApp, 'email-change', 'new@example.org')))
  expect((await boss.call('GET', '/v1/admin-invites')).json().data).toEqual([])
  expect((await testApp.app.inject({ method: 'GET', url: `/v1/admin-invites/${invitation}` })).statusCode).toBe(404)
})

test('a requested change to an email address that becomes an invited admin’s is withdrawn', async () => {
  const { testApp, session } = await ada()
  await requestChange(session, 'new@example.org')
  const change = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'New@example.org' }] })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', 'New@example.org'))
  const accepted = await testApp.app.inject({
    method: 'POST',
    url: '/v1/admin-invites/accept',
    body: { inviteId, fullName: 'Zoe New', password: testPassword },
  })
  expect(accepted.statusCode).toBe(200)
  expect((await session.call('GET', url)).json().data).toBeNull()
  expect((await confirm(testApp, change)).statusCode).toBe(404)
})

test('a fourth request within the hour is rejected with the waiting time, and changes nothing', async () => {
  const { testApp, session } = await ada()
  testApp.freeze()
  for (let n = 0; n < 3; n += 1) {
    expect((await requestChange(session, `new${n}@example.org`)).statusCode).toBe(204)
    await keptMails(testApp)
  }
  const last = secretIn(await mailTo(testApp, 'email-change', 'new2@example.org'))
  const rejected = await requestChange(session, 'new3@example.org')
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers['retry-after']).toBe('3600')
  expect(rejected.json().error).toMatchObject({
    code: 'rate_limited',
    message: 'You’ve requested too many verification links. Try again in 60 minutes.',
  })
  const kinds = (await keptMails(testApp)).map((mail) => mail.kind)
  expect(kinds.filter((kind) => kind === 'email-change')).toHaveLength(3)
  expect(kinds.filter((kind) => kind === 'email-change-requested')).toHaveLength(3)
  expect((await confirm(testApp, last)).statusCode).toBe(204)
})

test('an email address that several admins request gets three emails per hour', async () => {
  const { testApp, session } = await ada()
  const other = await signedIn(testApp)
  for (let n = 0; n < 3; n += 1) expect((await requestChange(session, 'new@example.org')).statusCode).toBe(204)
  expect((await requestChange(other, 'New@example.org')).statusCode).toBe(429)
  expect((await requestChange(other, 'other@example.org')).statusCode).toBe(204)
})

test('a console without email promises no link', async () => {
  const testApp = await buildTestApp({ MAIL_DELIVERY: 'off' })
  const rejected = await requestChange(await signedIn(testApp), 'new@example.org')
  expect(rejected.statusCode).toBe(409)
  expect(rejected.json().error.message).toBe('This console can’t send email. Ask your system administrator.')
})

test.each(['', 'unknown', 'a@b', 'x'.repeat(250) + '@example.org', 'a@example.org\r\nBcc: b@example.org', 7, null])(
  'an invalid email address is rejected: %j',
  async (newEmail) => {
    const { session } = await ada()
    const rejected = await session.call('POST', url, { newEmail })
    expect(rejected.statusCode).toBe(400)
    expect(rejected.json().error.fields[0].path).toBe('newEmail')
  },
)

test('the request and the change are logged, and nothing changes without its audit entry', async () => {
  const { testApp, session } = await ada()
  const { db } = testApp.context
  await requestChange(session, 'new@example.org')
  const taken = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  const owner = await createAdmin(testApp, { email: 'new@example.org' })
  expect((await confirm(testApp, taken)).statusCode).toBe(409)
  await requestChange(session, 'other@example.org')
  const secret = secretIn(await mailTo(testApp, 'email-change', 'other@example.org'))
  await db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  expect((await confirm(testApp, secret)).statusCode).toBe(500)
  await db.schema.alterTable('elsewhere').renameTo('auditEvents').execute()
  expect((await confirm(testApp, secret)).statusCode).toBe(204)

  const { id } = session.admin
  const events = await db
    .selectFrom('auditEvents')
    .select(['action', 'actorId', 'outcome', 'reason'])
    .where('action', 'like', 'email_change.%')
    .orderBy('sequence')
    .execute()
  const requested = { action: 'email_change.request', actorId: id, outcome: 'ok', reason: null }
  const confirmed = { action: 'email_change.confirm', actorId: id }
  expect(events).toEqual([
    requested,
    { ...confirmed, outcome: 'failed', reason: 'conflict' },
    requested,
    { ...confirmed, outcome: 'ok', reason: null },
  ])
  expect(await db.selectFrom('admins').select('email').where('id', '!=', owner.id).execute()).toEqual([
    { email: 'other@example.org' },
  ])
})
