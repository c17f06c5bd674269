import type { ListedAdmin } from '@health-console/contract/staff/admins.ts'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { named } from '../../../../testing/audit-log.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'

const revoke = (by: Session, userIds: unknown) => by.call('POST', '/v1/admins/access/revoke', { userIds })
const emails = async (by: Session) =>
  (await by.call('GET', '/v1/admins')).json().data.admins.map((admin: { email: string }) => admin.email)

/** Everything with which an admin signs in, or that makes signing in easier. */
const accessTables = [
  'sessions',
  'knownDevices',
  'recoveries',
  'emailChanges',
  'emailUndos',
  'secondFactors',
  'recoveryCodes',
  'passkeys',
  'signOnIdentities',
] as const

async function staff() {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  testApp.advance(1)
  const ada = await signedIn(testApp, { email: 'ada@example.org', fullName: 'Ada Lovelace' })
  testApp.advance(1)
  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  return { testApp, boss, ada, bob }
}

test('the list has all admins with access, oldest first, with only the fields of the contract', async () => {
  const { testApp, boss, ada } = await staff()
  await createAdmin(testApp, { role: 'user', email: 'former@example.org' })
  expect(await emails(ada)).toEqual(['boss@example.org', 'ada@example.org', 'bob@example.org'])
  const [first] = (await boss.call('GET', '/v1/admins')).json().data.admins
  const fields = ['color', 'createdAt', 'email', 'expiresAt', 'fullName', 'id', 'role']
  expect(Object.keys(first).sort()).toEqual([...fields, 'lastSignInAt'].sort())
  expect(first).toMatchObject({ role: 'super_admin', expiresAt: '' })
  const [forAdmin] = (await ada.call('GET', '/v1/admins')).json().data.admins
  expect(Object.keys(forAdmin).sort()).toEqual(fields)
})

test('[admins-17] only super admins see when admins last signed in', async () => {
  const { testApp, boss, ada } = await staff()
  // Admins of the same millisecond are in the order of their random IDs.
  testApp.advance(1)
  await createAdmin(testApp, { email: 'new@example.org' })
  const lastSignIns = async (by: Session) =>
    (await by.call('GET', '/v1/admins')).json().data.admins.map(({ lastSignInAt }: ListedAdmin) => lastSignInAt)
  const shown = await lastSignIns(boss)
  expect(shown.slice(0, 3).every((at: string) => Date.parse(at) <= testApp.context.now())).toBe(true)
  expect(shown.slice(3)).toEqual([null])
  expect(await lastSignIns(ada)).toEqual([undefined, undefined, undefined, undefined])
})

test('an admin’s own name is trimmed, required and changed', async () => {
  const { ada } = await staff()
  const answer = await ada.call('PATCH', '/v1/admins/me', { fullName: '  Ada King  ' })
  expect(answer.json().data.user).toMatchObject({ id: ada.admin.id, fullName: 'Ada King' })
  expect((await ada.call('GET', '/v1/auth/admin/me')).json().data.user.fullName).toBe('Ada King')
  for (const fullName of ['   ', '', 'x'.repeat(201), 'a\0b', 'a\n\nb', 'a\u2028b', 'a\u202Eb', 7, null]) {
    const rejected = await ada.call('PATCH', '/v1/admins/me', { fullName })
    expect(rejected.statusCode).toBe(400)
    expect(rejected.json().error.fields[0].path).toBe('fullName')
  }
  expect((await ada.call('PATCH', '/v1/admins/me', { fullName: '' })).json().error.fields[0].message).toBe(
    'Name is required',
  )
  expect((await ada.call('PATCH', '/v1/admins/me', { fullName: 'Ada', role: 'super_admin' })).statusCode).toBe(400)
})

test('a revoked admin is signed out everywhere immediately and cannot sign in again', async () => {
  const { testApp, boss, ada, bob } = await staff()
  await ada.call('POST', '/v1/auth/admin/email', { newEmail: 'ada.new@example.org' })
  const answer = await revoke(boss, [ada.admin.id])
  expect(answer.statusCode).toBe(204)
  expect((await ada.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  expect((await bob.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
  expect(await emails(boss)).toEqual(['boss@example.org', 'bob@example.org'])
  const signIn = await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    body: { email: 'ada@example.org', password: testPassword },
  })
  expect(signIn.statusCode).toBe(401)
  expect(signIn.json().error.message).toBe('Incorrect email or password.')
  const { db } = testApp.context
  expect(await db.selectFrom('admins').select('role').where('id', '=', ada.admin.id).execute()).toEqual([
    { role: 'user' },
  ])
  expect(await db.selectFrom('emailChanges').selectAll().execute()).toEqual([])
})

test('an admin who is invited again gets nothing of the former access: no link, factor, device or provider account', async () => {
  const { testApp, boss, ada } = await staff()
  const { db, now } = testApp.context
  const { app } = testApp
  await addPasskey(testApp, ada)
  await setSecondFactor(testApp, ada)
  const email = '/v1/auth/admin/email'
  await ada.call('POST', email, { newEmail: 'ada.new@example.org' })
  const body = { id: secretIn(await mailTo(testApp, 'email-change', 'ada.new@example.org')) }
  await app.inject({ method: 'PATCH', url: email, body, cookies: ada.cookies })
  await ada.call('POST', email, { newEmail: 'ada@example.org' })
  await app.inject({
    method: 'POST',
    url: '/v1/auth/admin/forgot-password',
    body: { email: 'ada.new@example.org' },
  })
  await mailTo(testApp, 'password-reset', 'ada.new@example.org')
  const identity = { adminId: ada.admin.id, issuer: 'https://login.example.org', subject: 'ada', createdAtMs: now() }
  await db.insertInto('signOnIdentities').values(identity).execute()
  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of accessTables) {
      const rows = await db.selectFrom(table).select('adminId').where('adminId', '=', ada.admin.id).execute()
      counts[table] = Math.min(rows.length, 1)
    }
    return counts
  }
  expect(await countRows()).toEqual(Object.fromEntries(accessTables.map((table) => [table, 1])))
  expect((await revoke(boss, [ada.admin.id])).statusCode).toBe(204)
  expect(await countRows()).toEqual(Object.fromEntries(accessTables.map((table) => [table, 0])))
})

test('either all access in a list is revoked or none', async () => {
  const { boss, ada, bob } = await staff()
  const all = ['boss@example.org', 'ada@example.org', 'bob@example.org']
  expect((await revoke(boss, [ada.admin.id, 'unknown'])).statusCode).toBe(404)
  expect((await revoke(boss, [ada.admin.id, boss.admin.id])).statusCode).toBe(403)
  expect(await emails(boss)).toEqual(all)
  expect((await revoke(boss, [ada.admin.id, bob.admin.id, ada.admin.id])).statusCode).toBe(204)
  expect(await emails(boss)).toEqual(['boss@example.org'])
  expect((await revoke(boss, [ada.admin.id])).statusCode).toBe(404)
})

test('[admins-8] no one can revoke their own access or a super admin’s, and an admin cannot revoke anyone', async () => {
  const { testApp, boss, ada, bob } = await staff()
  const other = await signedIn(testApp, { role: 'super_admin', email: 'other@example.org' })
  expect((await revoke(boss, [boss.admin.id])).json().error.message).toBe('You can’t revoke your own access.')
  expect((await revoke(boss, [other.admin.id])).json().error.message).toBe(
    'A super admin’s access can’t be revoked here.',
  )
  expect((await revoke(ada, [bob.admin.id])).statusCode).toBe(403)
  expect(await emails(boss)).toHaveLength(4)
  const denied = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorId'])
    .where('outcome', '=', 'denied')
    .orderBy('sequence')
    .execute()
  expect(denied).toEqual([
    // The second rejection of the same kind is counted until the minute is over.
    { action: 'admin.revoke', actorId: boss.admin.id },
    { action: 'admin.revoke', actorId: ada.admin.id },
  ])
})

const noLists: unknown[] = [[], 'x', null, [7], [''], Array(51).fill('x'), { '0': 'x' }]
test.each(noLists.map((userIds) => ({ userIds })))('an invalid list is rejected: %j', async ({ userIds }) => {
  const { boss } = await staff()
  const answer = await revoke(boss, userIds)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.fields[0].path).toMatch(/^userIds/)
})

test('each action is logged with its subject', async () => {
  const { testApp, boss, ada } = await staff()
  await ada.call('PATCH', '/v1/admins/me', { fullName: 'Ada King' })
  await revoke(boss, [ada.admin.id])
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'actorId', 'outcome'])
    .where('action', 'like', 'admin.%')
    .orderBy('sequence')
    .execute()
  expect(events).toEqual([
    { action: 'admin.rename', subjects: named(`admin:${ada.admin.id}`), actorId: ada.admin.id, outcome: 'ok' },
    { action: 'admin.revoke', subjects: named(`admin:${ada.admin.id}`), actorId: boss.admin.id, outcome: 'ok' },
  ])
})
