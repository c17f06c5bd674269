import { expect, test } from 'vitest'
import { hashToken } from '../../../core/crypto/token.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { filePart, namePart, patientsWith, replaceTable, send, workbook } from '../../../../testing/patients/upload.ts'

const minuteMs = 60_000
const confirm = (by: Session, password: unknown = testPassword) =>
  by.call('POST', '/v1/auth/admin/confirm', { password })

const upload = { filename: 'prompt.txt', name: 'Prompt file', size: 5 }

/** A super admin whose sign-in is too long ago for sensitive requests, and users for these requests. */
async function longSignedIn() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const invite = (email: string, role: string, more: object = {}) =>
    boss.call('POST', '/v1/admin-invites', { users: [{ email }], role, ...more })
  const ids: string[] = []
  for (const role of ['super_admin', 'admin']) {
    ids.push((await invite(`${role}@example.org`, role)).json().data.results.success[0].id)
  }
  const ada = await createAdmin(testApp, { email: 'ada@example.org' })
  testApp.advance(10 * minuteMs + 1)
  return {
    testApp,
    boss,
    sensitive: {
      'change the e-mail': () => boss.call('POST', '/v1/auth/admin/email', { newEmail: 'new@example.org' }),
      'invite an admin': () => invite('third@example.org', 'admin'),
      'invite a super admin': () => invite('next@example.org', 'super_admin'),
      'make a pending invitation one of a super admin': () => invite('admin@example.org', 'super_admin'),
      'resend an invitation': () => invite('admin@example.org', 'admin', { resend: true }),
      "delete a super admin's invitation": () => boss.call('DELETE', `/v1/admin-invites/${ids[0]}`),
      "delete an admin's invitation": () => boss.call('DELETE', `/v1/admin-invites/${ids[1]}`),
      'sign out elsewhere': () => boss.call('DELETE', '/v1/auth/admin/sessions'),
      'sign out one session': () => boss.call('DELETE', '/v1/auth/admin/sessions/some'),
      'sign an admin out': () => boss.call('DELETE', `/v1/admins/${ada.id}/sessions`),
      revoke: () => boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.id] }),
      'replace a table': () => replaceTable(testApp, boss, workbook(patientsWith(3))),
      'send a table': () => send(testApp, boss, 'POST', [filePart(workbook(patientsWith(3))), namePart()]),
      'restore a table': () => boss.call('POST', '/v1/patient-imports/some/restore'),
      'begin an upload': () => boss.call('POST', '/v1/files', upload),
      'restore a file': () =>
        boss.call('POST', '/v1/files/some/versions/1/restore', { reason: 'It was better.', replaces: 2 }),
      'download all patients': () => boss.call('GET', '/v1/hospital-patients/download'),
      'export the audit log': () => boss.call('GET', '/v1/audit-events/export?format=csv'),
    },
    others: {
      'change the name': () => boss.call('PATCH', '/v1/admins/me', { fullName: 'Grace Hopper' }),
    },
  }
}

/** Continues with the cookie that the confirmation set. */
async function confirmed({ app }: TestApp, by: Session): Promise<Session> {
  const answer = await confirm(by)
  expect(answer.statusCode).toBe(204)
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  return {
    ...by,
    cookies,
    call: (method, url, body) =>
      app.inject({ method, url, cookies, ...(body !== undefined && { body: body as object }) }),
  }
}

test('[session-11] ten minutes after the sign-in sensitive requests need the password, and change nothing without it', async () => {
  const { testApp, boss, sensitive, others } = await longSignedIn()
  for (const [name, act] of Object.entries(sensitive)) {
    const rejected = await act()
    expect(`${name} ${rejected.statusCode}`).toBe(`${name} 403`)
    expect(rejected.json().error).toMatchObject({
      code: 'confirm_identity',
      message: 'Confirm your identity to continue.',
    })
  }
  const { db } = testApp.context
  expect(await db.selectFrom('emailChanges').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('patientImports').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('admins').select('role').where('role', '=', 'user').execute()).toEqual([])
  expect(await db.selectFrom('invitations').select(['email', 'role']).orderBy('id').execute()).toEqual([
    { email: 'super_admin@example.org', role: 'super_admin' },
    { email: 'admin@example.org', role: 'admin' },
  ])
  for (const [name, act] of Object.entries(others))
    expect(`${name} ${(await act()).statusCode < 300}`).toBe(`${name} true`)
  expect((await boss.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
})

test('a confirmed password is valid for ten minutes, like a sign-in', async () => {
  const { testApp, boss } = await longSignedIn()
  const request = (by: Session, newEmail: string) => by.call('POST', '/v1/auth/admin/email', { newEmail })
  const later = await confirmed(testApp, boss)
  testApp.advance(10 * minuteMs)
  expect((await request(later, 'new@example.org')).statusCode).toBe(204)
  testApp.advance(1)
  expect((await request(later, 'other@example.org')).json().error.code).toBe('confirm_identity')
})

test('accepting an invitation counts as a sign-in', async () => {
  const { testApp, boss } = await longSignedIn()
  const later = await confirmed(testApp, boss)
  await later.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }], role: 'super_admin' })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  const accepted = await testApp.app.inject({
    method: 'POST',
    url: '/v1/admin-invites/accept',
    body: { inviteId, fullName: 'New Person', password: 'Blue-kettle-42' },
  })
  const cookies = Object.fromEntries(accepted.cookies.map(({ name, value }) => [name, value]))
  const body = { newEmail: 'other@example.org' }
  const answer = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/email', cookies, body })
  expect(answer.statusCode).toBe(204)
})

test('the session continues with a new token, and a copy of the old one does not work', async () => {
  const { testApp, boss } = await longSignedIn()
  // This is as if the upload had begun within the ten minutes.
  await testApp.context.db.updateTable('sessions').set({ confirmedAtMs: testApp.context.now() }).execute()
  expect((await boss.call('POST', '/v1/files', upload)).statusCode).toBe(200)
  const later = await confirmed(testApp, boss)
  expect((await boss.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  const me = await later.call('GET', '/v1/auth/admin/me')
  expect(me.json().data.user.id).toBe(boss.admin.id)
  const { db } = testApp.context
  const sessionHash = hashToken(later.cookies['session-3000'] ?? '')
  expect(await db.selectFrom('fileUploads').select('sessionHash').execute()).toEqual([{ sessionHash }])
  expect(await db.selectFrom('sessions').select('tokenHash').execute()).toEqual([{ tokenHash: sessionHash }])
})

test('wrong passwords are reported, slowed down as at sign-in, and logged', async () => {
  const { testApp, boss, sensitive } = await longSignedIn()
  await sensitive.revoke()
  for (let n = 0; n < 5; n += 1) {
    const wrong = await confirm(boss, 'not-the-password')
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().error.fields[0].path).toBe('password')
  }
  const slowed = await confirm(boss)
  expect(slowed.statusCode).toBe(429)
  expect(slowed.headers['retry-after']).toBe('1')
  expect(slowed.json().error.message).toMatch(/Try again in 1 second\.$/)
  expect((await sensitive.revoke()).json().error.code).toBe('confirm_identity')
  testApp.advance(1_000)
  await confirmed(testApp, boss)
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'outcome', 'reason', 'actorId'])
    .where((where) => where.or([where('action', '=', 'session.confirm'), where('reason', '=', 'confirm_identity')]))
    .orderBy('sequence')
    .execute()
  const { id: actorId } = boss.admin
  const confirming = { action: 'session.confirm', actorId }
  expect(events).toEqual([
    { action: 'admin.revoke', outcome: 'denied', reason: 'confirm_identity', actorId },
    { ...confirming, outcome: 'failed', reason: 'invalid' },
    { ...confirming, outcome: 'denied', reason: 'rate_limited' },
    { ...confirming, outcome: 'ok', reason: null },
  ])
})

test('a session that ends while the password is checked is not renewed', async () => {
  const { testApp, boss } = await longSignedIn()
  const { db, passwords } = testApp.context
  const { verify } = passwords
  passwords.verify = async (...checked) => {
    await db.deleteFrom('sessions').where('adminId', '=', boss.admin.id).execute()
    return verify(...checked)
  }
  const answer = await confirm(boss)
  expect(answer.statusCode).toBe(401)
  expect(answer.cookies).toEqual([])
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test.each([null, '', '   ', 7, 'x'.repeat(257)])('an invalid password is rejected: %j', async (password) => {
  const testApp = await buildTestApp()
  const rejected = await confirm(await signedIn(testApp), password)
  expect(rejected.statusCode).toBe(400)
})
