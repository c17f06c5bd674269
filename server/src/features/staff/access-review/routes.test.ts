import type { ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { keptMails } from '../../../../testing/mail/mails.ts'
import { remindOfReview } from './remind-of-review.ts'

const url = '/v1/access-review'
const dayMs = 24 * 3_600_000

async function withStaff() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const start = testApp.context.now()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org', fullName: 'Bo Boss' })
  const chief = await createAdmin(testApp, { role: 'super_admin', email: 'chief@example.org' })
  const ada = await createAdmin(testApp, { email: 'ada@example.org', fullName: 'Ada Example' })
  // The list is in the order in which they were created.
  for (const [index, { id }] of [boss.admin, chief, ada].entries())
    await testApp.context.db
      .updateTable('admins')
      .set({ createdAtMs: start + index })
      .where('id', '=', id)
      .execute()
  const invited = await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'old@example.org' }] })
  return { testApp, start, boss, chief, ada, invitationId: invited.json().data.results.success[0].id as string }
}

const review = async ({ call }: Session) =>
  (await call('GET', url)).json().data as { access: ReviewedAccess[]; lastReview: unknown; dueAt: string }

/** Confirms all except these. */
async function decisions(boss: Session, ...revoked: string[]) {
  const { access } = await review(boss)
  return access.map(({ kind, id }) => ({ kind, id, decision: revoked.includes(id) ? 'revoke' : 'keep' }))
}

/** Sessions end if they are not used. */
async function later(testApp: TestApp, ms: number): Promise<Session> {
  testApp.advance(ms)
  const app = testApp.app
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    body: { email: 'boss@example.org', password: testPassword },
  })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  const call: Session['call'] = (method, url, body) =>
    app.inject({ method, url, cookies, ...(body === undefined ? {} : { body: body as object }) })
  return { admin: answer.json().data.user, cookies, call }
}

const logged = ({ context: { db } }: TestApp) =>
  db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'outcome'])
    .where('action', 'in', ['admin.revoke', 'invitation.delete', 'access_review.attest'])
    .orderBy('sequence')
    .execute()

test('the list has all admins with access, their last sign-in and second factor, and invitations older than 7 days', async () => {
  const { testApp, start, boss, chief, ada, invitationId } = await withStaff()
  const login = { email: ada.email, password: testPassword }
  await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: login })
  const before = await review(boss)
  expect(before.access.map(({ id }) => id)).toEqual([boss.admin.id, chief.id, ada.id])
  expect(before).toMatchObject({ lastReview: null, dueAt: new Date(start + 90 * dayMs).toISOString() })

  const factor = { adminId: chief.id, secret: 'sealed', lastStep: 0, rejectedStep: 0, createdAtMs: start }
  await testApp.context.db.insertInto('secondFactors').values(factor).execute()
  const again = await later(testApp, 7 * dayMs)
  const { access } = await review(again)
  const at = new Date(start).toISOString()
  expect(access).toEqual([
    {
      kind: 'admin',
      id: boss.admin.id,
      email: 'boss@example.org',
      fullName: 'Bo Boss',
      role: 'super_admin',
      scopes: [],
      lastSignInAt: new Date(start + 7 * dayMs).toISOString(),
      createdAt: at,
      hasSecondFactor: false,
      keptBecause: 'yourself',
    },
    expect.objectContaining({ id: chief.id, lastSignInAt: null, hasSecondFactor: true, keptBecause: 'super_admin' }),
    expect.objectContaining({ id: ada.id, role: 'admin', lastSignInAt: at, keptBecause: null }),
    {
      kind: 'invitation',
      id: invitationId,
      email: 'old@example.org',
      fullName: '',
      role: 'admin',
      scopes: [],
      lastSignInAt: null,
      createdAt: at,
      hasSecondFactor: null,
      keptBecause: null,
    },
  ])
})

test('[admins-12] access that is not confirmed is revoked immediately, and one attestation lists everyone who was reviewed', async () => {
  const { testApp, start, chief, ada, invitationId } = await withStaff()
  const boss = await later(testApp, 8 * dayMs)
  const login = { email: ada.email, password: testPassword }
  const hers = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: login })
  const cookies = Object.fromEntries(hers.cookies.map(({ name, value }) => [name, value]))

  const answer = await boss.call('POST', url, { decisions: await decisions(boss, ada.id, invitationId) })
  expect(answer.json()).toEqual({ data: { kept: 2, revoked: 2 } })
  expect((await testApp.app.inject({ method: 'GET', url: '/v1/users', cookies })).statusCode).toBe(401)
  expect((await boss.call('GET', '/v1/admin-invites')).json().data).toEqual([])
  expect((await boss.call('GET', '/v1/admins')).json().data.admins).toHaveLength(2)
  const former = await testApp.context.db.selectFrom('formerAdmins').select('id').execute()
  expect(former).toEqual([{ id: ada.id }])
  const all = [`admin:${boss.admin.id}`, `admin:${chief.id}`, `admin:${ada.id}`, `invitation:${invitationId}`]
  expect(await logged(testApp)).toEqual([
    { action: 'admin.revoke', subjects: JSON.stringify([`admin:${ada.id}`]), outcome: 'ok' },
    { action: 'invitation.delete', subjects: JSON.stringify([`invitation:${invitationId}`]), outcome: 'ok' },
    { action: 'access_review.attest', subjects: JSON.stringify(all), outcome: 'ok' },
  ])
  const { lastReview, dueAt } = await review(boss)
  expect(lastReview).toEqual({ at: new Date(start + 8 * dayMs).toISOString(), by: 'Bo Boss' })
  expect(dueAt).toBe(new Date(start + 98 * dayMs).toISOString())
  // A signature covers the attestation before the response is sent.
  const signed = testApp.logLines.filter((line) => line.includes('checkpoint of the audit log'))
  expect(signed).toHaveLength(1)
})

test('service accounts are reviewed like admins, and are disabled if they are not confirmed', async () => {
  const { testApp, boss } = await withStaff()
  const kept = await withToken(testApp, ['models:read'], { ownerId: boss.admin.id })
  const ended = await withToken(testApp, ['users:erase'], { ownerId: boss.admin.id })
  const whoami = async ({ headers }: typeof kept) =>
    (await testApp.app.inject({ url: '/machine/v1/whoami', headers })).statusCode
  expect(await whoami(kept)).toBe(200)
  const lastSignInAt = new Date(testApp.context.now()).toISOString()
  const common = {
    kind: 'service_account',
    email: 'boss@example.org',
    fullName: 'Ingest',
    role: null,
    keptBecause: null,
  }
  // They have the same name, and perhaps the same millisecond, so either may be first.
  const accounts = new Map((await review(boss)).access.slice(-2).map((row) => [row.id, row]))
  expect(accounts.get(kept.id)).toMatchObject({ ...common, scopes: ['models:read'], lastSignInAt })
  expect(accounts.get(ended.id)).toMatchObject({ ...common, scopes: ['users:erase'], lastSignInAt: null })
  const input = await decisions(boss, ended.id)
  expect((await boss.call('POST', url, { decisions: input.slice(0, -1) })).statusCode).toBe(409)
  expect((await boss.call('POST', url, { decisions: input })).json().data).toEqual({ kept: 4, revoked: 1 })
  expect([await whoami(kept), await whoami(ended)]).toEqual([200, 401])
})

test('a list that has changed meanwhile is rejected as a whole, with what to do', async () => {
  const { testApp, boss, ada } = await withStaff()
  const input = await decisions(boss, ada.id)
  const eve = await createAdmin(testApp, { email: 'eve@example.org' })
  const more = await boss.call('POST', url, { decisions: input })
  expect(more.statusCode).toBe(409)
  expect(more.json().error.message).toBe(
    'The list has changed: eve@example.org was added. Nothing was saved. Reload the list and review it again.',
  )
  const withEve = await decisions(boss, ada.id)
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [eve.id] })
  const fewer = await boss.call('POST', url, { decisions: withEve })
  expect(fewer.statusCode).toBe(409)
  expect(fewer.json().error.message).toMatch(/^The list has changed: an admin no longer has access/)
  expect((await review(boss)).access.map(({ id }) => id)).toContain(ada.id)
  expect((await logged(testApp)).map(({ action }) => action)).toEqual(['admin.revoke'])
})

test('reviewers can only confirm themselves and super admins, each access gets one decision, and a review requires a recent confirmation', async () => {
  const { testApp, boss, chief, ada } = await withStaff()
  for (const id of [boss.admin.id, chief.id]) {
    const answer = await boss.call('POST', url, { decisions: await decisions(boss, id, ada.id) })
    expect(answer.statusCode).toBe(403)
  }
  const twice = await decisions(boss)
  const doubled = await boss.call('POST', url, { decisions: [...twice, ...twice] })
  expect(doubled.json().error.fields).toEqual([{ path: 'decisions', message: 'Make exactly one decision for each' }])
  expect((await boss.call('POST', url, { decisions: [] })).statusCode).toBe(400)
  const input = await decisions(boss)
  testApp.advance(10 * 60_000 + 1)
  expect((await boss.call('POST', url, { decisions: input })).json().error.code).toBe('confirm_identity')
  expect(await logged(testApp)).toMatchObject([{ outcome: 'denied' }, { outcome: 'denied' }])
  const { call } = await signedIn(testApp)
  expect((await call('GET', url)).statusCode).toBe(403)
  expect((await call('POST', url, { decisions: input })).statusCode).toBe(403)
})

test('super admins are reminded once when a review is due, whatever the number of replicas', async () => {
  const { testApp } = await withStaff()
  const replicas = () => Promise.all([1, 2, 3].map(() => remindOfReview(testApp.context)))
  const reminded = async () =>
    (await keptMails(testApp))
      .filter(({ kind }) => kind === 'access-review')
      .map(({ to }) => to)
      .toSorted()
  await replicas()
  expect(await reminded()).toEqual([])
  testApp.advance(90 * dayMs)
  await replicas()
  testApp.advance(3_600_000)
  await replicas()
  expect(await reminded()).toEqual(['boss@example.org', 'chief@example.org'])

  const boss = await later(testApp, 10 * dayMs)
  await boss.call('POST', url, { decisions: await decisions(boss) })
  testApp.advance(89 * dayMs)
  await replicas()
  expect(await reminded()).toHaveLength(2)
  testApp.advance(dayMs)
  await replicas()
  expect(await reminded()).toHaveLength(4)
})
