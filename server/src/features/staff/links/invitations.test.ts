import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { named } from '../../../../testing/audit-log.ts'

const invites = '/v1/admin-invites'
const goodPassword = 'Blue-kettle-42'
const dayMs = 24 * 3_600_000

async function superAdmin(environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment)
  return { testApp, boss: await signedIn(testApp, { role: 'super_admin', fullName: 'Grace Hopper' }) }
}

const invite = (by: Session, emails: string[], more: object = {}) =>
  by.call('POST', invites, { users: emails.map((email) => ({ email })), ...more })

const lookUp = ({ app }: TestApp, secret: string) => app.inject({ method: 'GET', url: `${invites}/${secret}` })

const accept = ({ app }: TestApp, inviteId: string, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: `${invites}/accept`,
    body: { inviteId, fullName: 'Zoë Ångström', password: goodPassword, ...more },
  })

const rows = async (by: Session) => (await by.call('GET', invites)).json().data as Record<string, string>[]

test('[invitation-5] an invitation is emailed, opened, accepted once, and signs the new admin in', async () => {
  const { testApp, boss } = await superAdmin()
  const answer = await invite(boss, [' New@example.org ', 'other@example.org'])
  expect(answer.statusCode).toBe(200)
  const { success } = answer.json().data.results
  expect(success.map((each: { email: string }) => each.email)).toEqual(['New@example.org', 'other@example.org'])

  expect(await rows(boss)).toEqual([
    {
      id: success[0].id,
      email: 'New@example.org',
      fullName: '',
      role: 'admin',
      color: 'butter-honey',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      delivery: 'waiting',
    },
    expect.objectContaining({ id: success[1].id, email: 'other@example.org' }),
  ])

  const mail = await mailTo(testApp, 'invitation', 'New@example.org')
  expect(mail.subject).toBe('Your invitation to Health Console')
  expect(mail.text).toContain('Grace Hopper has invited you to Health Console as an admin')
  expect(mail.text).toContain(`${testApp.context.config.publicUrl}/invites?id=`)
  expect(mail.html).toContain(secretIn(mail))
  expect((await rows(boss)).map((row) => row['delivery'])).toEqual(['sent', 'sent'])

  const secret = secretIn(mail)
  expect((await lookUp(testApp, secret)).json()).toEqual({ data: { email: 'New@example.org', allowsPassword: true } })
  expect((await lookUp(testApp, secret)).statusCode).toBe(200)

  const accepted = await accept(testApp, secret)
  expect(accepted.statusCode).toBe(200)
  expect(accepted.json().data.user).toMatchObject({ email: 'New@example.org', fullName: 'Zoë Ångström', role: 'admin' })
  const cookies = Object.fromEntries(accepted.cookies.map(({ name, value }) => [name, value]))
  const me = await testApp.app.inject({ method: 'GET', url: '/v1/auth/admin/me', cookies })
  expect(me.json().data.user.email).toBe('New@example.org')

  for (const again of [await accept(testApp, secret), await lookUp(testApp, secret)]) {
    expect(again.statusCode).toBe(404)
    expect(again.json().error.message).toBe('Invitation not exist or expired')
  }
  expect((await rows(boss)).map((row) => row['email'])).toEqual(['other@example.org'])
  const admins = (await boss.call('GET', '/v1/admins')).json().data.admins
  expect(admins.map((admin: { email: string }) => admin.email)).toEqual([boss.admin.email, 'New@example.org'])
})

test('secrets and hashes are never listed, and the content of sent emails is erased from the database', async () => {
  const { testApp, boss } = await superAdmin()
  await invite(boss, ['new@example.org'])
  const secret = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  expect((await boss.call('GET', invites)).body).not.toContain(secret)
  const [row] = await rows(boss)
  expect((await lookUp(testApp, row?.['id'] ?? '')).statusCode).toBe(404)
  const stored = await testApp.context.db.selectFrom('outbox').selectAll().execute()
  expect(stored).toMatchObject([{ state: 'sent', content: null }])
  expect(JSON.stringify(await testApp.context.db.selectFrom('invitations').selectAll().execute())).not.toContain(secret)
})

test('[admins-10] only super admins invite and delete invitations; any admin resends them, and the role stays', async () => {
  const { testApp, boss } = await superAdmin()
  const admin = await signedIn(testApp, { role: 'admin' })
  expect((await invite(admin, ['new@example.org'])).statusCode).toBe(403)

  const { id } = (await invite(boss, ['new@example.org'], { role: 'super_admin' })).json().data.results.success[0]
  const first = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  const resent = await invite(admin, ['NEW@example.org'], { role: 'admin', resend: true })
  expect(resent.json().data.results.success).toEqual([expect.objectContaining({ id })])
  expect(await rows(admin)).toMatchObject([{ id, role: 'super_admin', email: 'new@example.org' }])

  const second = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  expect((await lookUp(testApp, first)).statusCode).toBe(404)
  expect((await lookUp(testApp, second)).statusCode).toBe(200)

  expect((await admin.call('DELETE', `${invites}/${id}`)).statusCode).toBe(403)
  const deleted = await boss.call('DELETE', `${invites}/${id}`)
  expect(deleted.json()).toEqual({ data: { invite: { id } } })
  expect((await boss.call('DELETE', `${invites}/${id}`)).statusCode).toBe(404)
  expect((await lookUp(testApp, second)).statusCode).toBe(404)
  expect((await accept(testApp, second)).statusCode).toBe(404)
  expect((await invite(admin, ['new@example.org'], { resend: true })).statusCode).toBe(404)
})

test('inviting a pending email address again renews the invitation with the new role', async () => {
  const { testApp, boss } = await superAdmin()
  const first = (await invite(boss, ['new@example.org'])).json().data.results.success[0]
  testApp.advance(dayMs)
  const boss2 = await signedIn(testApp, { role: 'super_admin' })
  const second = (await invite(boss2, ['new@example.org'], { role: 'super_admin' })).json().data.results.success[0]
  expect(second.id).toBe(first.id)
  expect(Date.parse(second.expiresAt)).toBeGreaterThan(Date.parse(first.expiresAt))
  expect(await rows(boss2)).toMatchObject([{ role: 'super_admin', expiresAt: second.expiresAt }])
  const mails = await keptMails(testApp)
  expect(mails.map((mail) => mail.text)).toEqual([expect.stringContaining('as a super admin')])
})

test('[admins-6] a list with someone who already has access changes nothing and reports who it is', async () => {
  const { testApp, boss } = await superAdmin()
  await createAdmin(testApp, { email: 'Ada@example.org' })
  const answer = await invite(boss, ['new@example.org', 'ADA@example.org'])
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error).toMatchObject({
    code: 'conflict',
    message: 'ADA@example.org already has access. Admins lists everyone with access.',
    fields: [{ path: 'users.1.email', message: 'ADA@example.org already has access' }],
  })
  expect(await rows(boss)).toEqual([])
  expect(await keptMails(testApp)).toEqual([])

  const mixed = await invite(boss, ['ghost@example.org'], { resend: true })
  expect(mixed.statusCode).toBe(404)
  expect(mixed.json().error.message).toContain('ghost@example.org')
})

test.each([
  ['an email address twice', { users: [{ email: 'a@example.org' }, { email: 'A@example.org ' }] }, 'users.1.email'],
  ['no email address', { users: [] }, 'users'],
  ['text that is not an email address', { users: [{ email: 'a@example.org' }, { email: 'unknown' }] }, 'users.1.email'],
  ['a list in an email address', { users: [{ email: 'a@example.org, b@example.org' }] }, 'users.0.email'],
  ['a line break', { users: [{ email: 'a@example.org\r\nBcc: b@example.org' }] }, 'users.0.email'],
  ['too many', { users: Array.from({ length: 51 }, (_, n) => ({ email: `a${n}@example.org` })) }, 'users'],
  ['an unknown role', { users: [{ email: 'a@example.org' }], role: 'user' }, 'role'],
  ['no users', { role: 'admin' }, 'users'],
  ['an unknown key', { users: [{ email: 'a@example.org' }], admin: true }, 'admin'],
  ['an unknown key inside', { users: [{ email: 'a@example.org', role: 'super_admin' }] }, 'users.0.role'],
])('a list with %s is rejected with the name of the field', async (_, body, path) => {
  const { testApp, boss } = await superAdmin()
  const answer = await boss.call('POST', invites, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.fields.map((field: { path: string }) => field.path)).toContain(path)
  // Users do not read paths.
  expect(answer.json().error.message).not.toMatch(/\.\d/)
  expect(await keptMails(testApp)).toEqual([])
})

test('fifty email addresses are invited in their order', async () => {
  const { boss } = await superAdmin()
  const emails = Array.from({ length: 50 }, (_, n) => `person-${n}@example.org`)
  const { success } = (await invite(boss, emails)).json().data.results
  expect(success.map((each: { email: string }) => each.email)).toEqual(emails)
  expect((await rows(boss)).map((row) => row['id'])).toEqual(success.map((each: { id: string }) => each.id))
})

test('[invitation-6] an invitation expires after 7 days: it is still listed, cannot be used, and works once it is sent again', async () => {
  const { testApp, boss } = await superAdmin()
  testApp.freeze()
  await invite(boss, ['new@example.org'])
  const secret = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  testApp.advance(7 * dayMs - 1_000)
  expect((await lookUp(testApp, secret)).statusCode).toBe(200)
  testApp.advance(1_000)
  expect((await lookUp(testApp, secret)).statusCode).toBe(404)
  expect((await accept(testApp, secret)).statusCode).toBe(404)
  const later = await signedIn(testApp, { role: 'super_admin' })
  expect(Date.parse((await rows(later))[0]?.['expiresAt'] ?? '')).toBeLessThanOrEqual(testApp.context.now())
  expect((await invite(later, ['new@example.org'], { resend: true })).statusCode).toBe(200)
  const renewed = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  expect((await accept(testApp, renewed)).statusCode).toBe(200)
})

test('[invitation-7] [invitation-9] a fourth invitation by email to one address within the hour is rejected, and only the last link works', async () => {
  const { testApp, boss } = await superAdmin()
  testApp.freeze()
  await invite(boss, ['new@example.org', 'other@example.org'])
  const first = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  testApp.advance(60_000)
  const resend = (...emails: string[]) => invite(boss, emails, { resend: true })
  for (let n = 0; n < 2; n += 1) {
    expect((await resend('new@example.org')).statusCode).toBe(200)
    await keptMails(testApp)
    testApp.advance(60_000)
  }
  for (const rejected of [
    await resend('new@example.org'),
    await resend('other@example.org', 'new@example.org'),
    await invite(boss, ['new@example.org']),
    await invite(boss, ['third@example.org', 'new@example.org']),
  ]) {
    expect(rejected.statusCode).toBe(429)
    expect(rejected.headers['retry-after']).toBe(String(57 * 60))
    expect(rejected.json().error).toMatchObject({
      code: 'rate_limited',
      message: 'The invitation to new@example.org was sent 3 times within an hour. Try again in 57 minutes.',
    })
  }
  expect((await keptMails(testApp)).map((mail) => mail.to).sort()).toEqual([
    ...Array(3).fill('new@example.org'),
    'other@example.org',
  ])
  const last = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  testApp.advance(57 * 60_000)
  const later = await signedIn(testApp, { role: 'super_admin' })
  expect((await lookUp(testApp, first)).statusCode).toBe(404)
  expect((await lookUp(testApp, last)).statusCode).toBe(200)
  expect((await invite(later, ['new@example.org'], { resend: true })).statusCode).toBe(200)
})

test('[invitation-9] deleting an invitation and inviting again uses the same hourly limit', async () => {
  const { boss } = await superAdmin()
  const statuses = []
  for (let n = 0; n < 4; n += 1) {
    const answer = await invite(boss, ['new@example.org'])
    statuses.push(answer.statusCode)
    const id = answer.json().data?.results.success[0].id
    if (id !== undefined) await boss.call('DELETE', `/v1/admin-invites/${id}`)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

test("requests of strangers use up no one else's emails", async () => {
  const { testApp, boss } = await superAdmin()
  await invite(boss, ['new@example.org'])
  for (let n = 0; n < 4; n += 1) {
    const url = '/v1/auth/admin/forgot-password'
    for (const email of ['new@example.org', 'next@example.org'])
      expect((await testApp.app.inject({ method: 'POST', url, body: { email } })).statusCode).toBe(204)
  }
  expect((await invite(boss, ['new@example.org'], { resend: true })).statusCode).toBe(200)
  await mailTo(testApp, 'invitation', 'new@example.org')
  expect((await boss.call('POST', '/v1/auth/admin/email', { newEmail: 'next@example.org' })).statusCode).toBe(204)
  await mailTo(testApp, 'email-change', 'next@example.org')
})

test('an email that is not sent before its link becomes invalid is never sent', async () => {
  const { testApp, boss } = await superAdmin()
  await invite(boss, ['new@example.org', 'gone@example.org'])
  const [, gone] = await rows(boss)
  await boss.call('DELETE', `${invites}/${gone?.['id']}`)
  await invite(boss, ['new@example.org'], { resend: true })
  expect((await keptMails(testApp)).map((mail) => mail.to)).toEqual(['new@example.org'])
})

test('a former admin is invited again, finds the name filled in, and gets the old account back', async () => {
  const { testApp, boss } = await superAdmin()
  const ada = await createAdmin(testApp, { email: 'ada@example.org', fullName: 'Ada Lovelace' })
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.id] })
  expect((await invite(boss, ['ada@example.org'], { role: 'super_admin' })).statusCode).toBe(200)
  const secret = secretIn(await mailTo(testApp, 'invitation', 'ada@example.org'))
  expect((await lookUp(testApp, secret)).json().data).toEqual({
    email: 'ada@example.org',
    allowsPassword: true,
    fullName: 'Ada Lovelace',
  })
  const accepted = await accept(testApp, secret, { fullName: ' Ada King ' })
  expect(accepted.json().data.user).toMatchObject({ id: ada.id, fullName: 'Ada King', role: 'super_admin' })
})

test.each([
  ['too short and more', { password: 'short' }, 'password', 3],
  ['a common one', { password: 'Password123' }, 'password', 1],
  ['a common one in disguise', { password: 'Ch@ngeme2026' }, 'password', 1],
  ['one’s own name', { fullName: 'Marguerite', password: 'Marguerite-1' }, 'password', 1],
  ['one’s own email address', { password: 'Newcomer-77' }, 'password', 1],
  ["the product's name", { password: 'HealthConsole1' }, 'password', 1],
  ['outer spaces', { password: ` ${goodPassword}` }, 'password', 1],
  ['257 characters', { password: `Aa1${'x'.repeat(254)}` }, 'password', 1],
  ['no name', { fullName: '  ' }, 'fullName', 1],
  ['a name of two lines', { fullName: 'Zoë\n\nVerify at https://evil.example' }, 'fullName', 1],
])('a weak password or name is rejected and the link stays valid: %s', async (_, more, path, count) => {
  const { testApp, boss } = await superAdmin()
  await invite(boss, ['newcomer@example.org'])
  const secret = secretIn(await mailTo(testApp, 'invitation', 'newcomer@example.org'))
  const rejected = await accept(testApp, secret, more)
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().error.fields.map((field: { path: string }) => field.path)).toEqual(Array(count).fill(path))
  expect((await accept(testApp, secret)).statusCode).toBe(200)
})

test.each(['', 'x', 'x'.repeat(500), '../../etc/passwd', "' or 1=1 --", '%00', 'naïve-☃'])(
  'an invalid link counts as unknown: %s',
  async (garbage) => {
    const { testApp } = await superAdmin()
    expect((await lookUp(testApp, encodeURIComponent(garbage))).statusCode).toBe(404)
    expect((await accept(testApp, garbage)).statusCode).toBe(404)
  },
)

test('[invitation-8] an invitation link does not work as a recovery link or an email link', async () => {
  const { testApp, boss } = await superAdmin()
  await invite(boss, ['new@example.org'])
  const id = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  const { app } = testApp
  const tries = [
    await app.inject({ method: 'GET', url: `/v1/auth/admin/forgot-password/${id}` }),
    await app.inject({ method: 'PATCH', url: '/v1/auth/admin/forgot-password', body: { id, password: goodPassword } }),
    await app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: { id } }),
  ]
  expect(tries.map((each) => each.statusCode)).toEqual([404, 404, 404])
  expect((await accept(testApp, id)).statusCode).toBe(200)
})

test('[admins-13] with MAIL_DELIVERY=off a super admin is shown each new link once, and that is logged', async () => {
  const { testApp, boss } = await superAdmin({ MAIL_DELIVERY: 'off' })
  const linkIn = (answer: Awaited<ReturnType<typeof invite>>) => {
    const { url } = answer.json().data.results.success[0]
    expect(url).toMatch(`${testApp.context.config.publicUrl}/invites?id=`)
    return new URL(url).searchParams.get('id') ?? ''
  }
  const first = linkIn(await invite(boss, ['new@example.org']))
  expect(await rows(boss)).toMatchObject([{ delivery: 'sent' }])
  expect(JSON.stringify(await rows(boss))).not.toContain(first)
  const second = linkIn(await invite(boss, ['new@example.org'], { resend: true }))
  expect((await lookUp(testApp, first)).statusCode).toBe(404)
  expect((await lookUp(testApp, second)).statusCode).toBe(200)
  const logged = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorId'])
    .where('action', 'like', 'invitation.%')
    .where('action', 'not in', ['invitation.list', 'invitation.view'])
    .orderBy('sequence')
    .execute()
  const actorId = boss.admin.id
  expect(logged).toEqual(
    ['invitation.create', 'invitation.show_link', 'invitation.show_link'].map((action) => ({ action, actorId })),
  )
  expect(await testApp.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('with MAIL_DELIVERY=off an admin cannot resend, and the old link still works', async () => {
  const { testApp, boss } = await superAdmin({ MAIL_DELIVERY: 'off' })
  const invited = (await invite(boss, ['new@example.org'])).json().data.results.success[0]
  const secret = new URL(invited.url).searchParams.get('id') ?? ''
  const rejected = await invite(await signedIn(testApp), ['new@example.org'], { resend: true })
  expect(rejected.statusCode).toBe(409)
  expect(rejected.json().error.message).toBe('This console can’t send email. Ask a super admin for a new link.')
  expect((await accept(testApp, secret)).statusCode).toBe(200)
})

test('a link that is emailed is shown to no one', async () => {
  const { boss } = await superAdmin()
  for (const more of [{}, { resend: true }])
    expect((await invite(boss, ['new@example.org'], more)).json().data.results.success[0]).not.toHaveProperty('url')
})

test('inviting, resending, deleting and accepting are logged, and nothing happens without its audit entry', async () => {
  const { testApp, boss } = await superAdmin()
  const { db } = testApp.context
  const events = () =>
    db
      .selectFrom('auditEvents')
      .select(['action', 'subjects', 'actorId', 'outcome'])
      .where('action', 'like', 'invitation.%')
      .orderBy('sequence')
      .execute()
  const [{ id: first }, { id: second }] = (await invite(boss, ['a@example.org', 'b@example.org'])).json().data.results
    .success
  await invite(boss, ['a@example.org'], { resend: true })
  const secret = secretIn(await mailTo(testApp, 'invitation', 'a@example.org'))
  await boss.call('DELETE', `${invites}/${second}`)
  const { id } = (await accept(testApp, secret)).json().data.user
  const ofBoss = { actorId: boss.admin.id, outcome: 'ok' }
  const before = [
    { action: 'invitation.create', subjects: named(`invitation:${first}`), ...ofBoss },
    { action: 'invitation.create', subjects: named(`invitation:${second}`), ...ofBoss },
    { action: 'invitation.resend', subjects: named(`invitation:${first}`), ...ofBoss },
    { action: 'invitation.delete', subjects: named(`invitation:${second}`), ...ofBoss },
    { action: 'invitation.accept', subjects: named(`admin:${id}`), actorId: id, outcome: 'ok' },
  ]
  expect(await events()).toEqual(before)

  await invite(boss, ['c@example.org'])
  const link = secretIn(await mailTo(testApp, 'invitation', 'c@example.org'))
  const [row] = await rows(boss)
  await db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  const rejected = [
    await invite(boss, ['d@example.org']),
    await invite(boss, ['c@example.org'], { resend: true }),
    await boss.call('DELETE', `${invites}/${row?.['id']}`),
    await accept(testApp, link),
  ]
  expect(rejected.map((answer) => answer.statusCode)).toEqual([500, 500, 500, 500])
  await db.schema.alterTable('elsewhere').renameTo('auditEvents').execute()
  expect(await rows(boss)).toEqual([{ ...row, delivery: 'sent' }])
  expect((await lookUp(testApp, link)).statusCode).toBe(200)
  expect(await db.selectFrom('sessions').selectAll().where('adminId', 'not in', [boss.admin.id, id]).execute()).toEqual(
    [],
  )
})
