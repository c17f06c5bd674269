import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { named } from '../../../../testing/audit-log.ts'

const url = '/v1/auth/admin/email'
const newPassword = 'Copper-lantern-9'
const dayMs = 24 * 3_600_000

const getUndo = ({ app }: TestApp, id: string) => app.inject({ method: 'GET', url: `${url}/undo/${id}` })
const undo = ({ app }: TestApp, id: string) => app.inject({ method: 'POST', url: `${url}/undo`, body: { id } })
const signIn = ({ app }: TestApp, email: string, password: string) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password } })

/** Changes the email address of the signed-in admin, who stays signed in. @returns the email to the previous address */
async function changeTo(testApp: TestApp, session: Session, before: string, next: string) {
  expect((await session.call('POST', url, { newEmail: next })).statusCode).toBe(204)
  const id = secretIn(await mailTo(testApp, 'email-change', next))
  const { cookies } = session
  expect((await testApp.app.inject({ method: 'PATCH', url, body: { id }, cookies })).statusCode).toBe(204)
  return mailTo(testApp, 'email-changed', before)
}

async function stolen() {
  const testApp = await buildTestApp()
  const thief = await signedIn(testApp, { email: 'Ada@example.org', fullName: 'Ada Lovelace' })
  const mail = await changeTo(testApp, thief, 'ada@example.org', 'thief@example.org')
  return { testApp, thief, mail, link: secretIn(mail) }
}

const emailOf = async ({ context: { db } }: TestApp, { admin }: Session) =>
  (await db.selectFrom('admins').select('email').where('id', '=', admin.id).executeTakeFirstOrThrow()).email

test('the previous email address gets the account back, and the attacker is signed out', async () => {
  const { testApp, thief, mail, link } = await stolen()
  expect(mail.text).toContain(`${testApp.context.config.publicUrl}/undo-email-change?id=`)
  const elsewhere = await signIn(testApp, 'thief@example.org', testPassword)
  await thief.call('POST', url, { newEmail: 'third@example.org' })
  const pending = secretIn(await mailTo(testApp, 'email-change', 'third@example.org'))

  for (let n = 0; n < 2; n += 1)
    expect((await getUndo(testApp, link)).json()).toEqual({ data: { email: 'Ada@example.org' } })
  const done = await undo(testApp, link)
  expect(done.statusCode).toBe(204)
  expect(done.cookies).toEqual([])
  expect(await emailOf(testApp, thief)).toBe('Ada@example.org')
  for (const cookies of [
    thief.cookies,
    Object.fromEntries(elsewhere.cookies.map(({ name, value }) => [name, value])),
  ]) {
    expect((await testApp.app.inject({ method: 'GET', url: '/v1/auth/admin/me', cookies })).statusCode).toBe(401)
  }
  for (const email of ['ada@example.org', 'thief@example.org'])
    expect((await signIn(testApp, email, testPassword)).statusCode).toBe(401)
  expect((await testApp.app.inject({ method: 'PATCH', url, body: { id: pending } })).statusCode).toBe(404)
  expect((await mailTo(testApp, 'email-restored', 'thief@example.org')).text).not.toContain('?id=')

  const id = secretIn(await mailTo(testApp, 'password-reset', 'ada@example.org'))
  const body = { id, password: newPassword }
  const reset = await testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/forgot-password', body })
  expect(reset.statusCode).toBe(204)
  expect((await signIn(testApp, 'ada@example.org', newPassword)).statusCode).toBe(200)

  for (const again of [await getUndo(testApp, link), await undo(testApp, link)]) {
    expect(again.statusCode).toBe(404)
    expect(again.json().error.message).toBe('This link is no longer valid. Contact a super admin.')
  }
})

test('an attacker who changes the email address again cannot prevent the first link from working', async () => {
  const { testApp, thief, link } = await stolen()
  testApp.advance(1)
  const second = secretIn(await changeTo(testApp, thief, 'thief@example.org', 'den@example.org'))
  expect((await undo(testApp, link)).statusCode).toBe(204)
  expect(await emailOf(testApp, thief)).toBe('Ada@example.org')
  expect((await undo(testApp, second)).statusCode).toBe(404)
  expect(await emailOf(testApp, thief)).toBe('Ada@example.org')
  expect((await mailTo(testApp, 'email-restored', 'den@example.org')).to).toBe('den@example.org')
})

test('the link of a later change restores the email address before that change, and the first link still works', async () => {
  const { testApp, thief, link } = await stolen()
  testApp.advance(1)
  const second = secretIn(await changeTo(testApp, thief, 'thief@example.org', 'den@example.org'))
  expect((await undo(testApp, second)).statusCode).toBe(204)
  expect(await emailOf(testApp, thief)).toBe('thief@example.org')
  expect((await undo(testApp, link)).statusCode).toBe(204)
  expect(await emailOf(testApp, thief)).toBe('Ada@example.org')
})

test('setting a new password through the new email address does not invalidate the link', async () => {
  const { testApp, thief, link } = await stolen()
  const recovery = '/v1/auth/admin/forgot-password'
  await thief.call('PATCH', '/v1/auth/admin/password', { oldPassword: testPassword, newPassword })
  await testApp.app.inject({ method: 'POST', url: recovery, body: { email: 'thief@example.org' } })
  const id = secretIn(await mailTo(testApp, 'password-reset', 'thief@example.org'))
  const body = { id, password: 'Silver-teapot-3' }
  expect((await testApp.app.inject({ method: 'PATCH', url: recovery, body })).statusCode).toBe(204)
  expect((await undo(testApp, link)).statusCode).toBe(204)
  expect((await signIn(testApp, 'ada@example.org', 'Silver-teapot-3')).statusCode).toBe(401)
})

test('returning to the old email address with an ordinary change leaves no link to the address in between', async () => {
  const { testApp, thief, link } = await stolen()
  const mail = await changeTo(testApp, thief, 'thief@example.org', 'ada@example.org')
  expect(mail.text).not.toContain('?id=')
  expect((await undo(testApp, link)).statusCode).toBe(404)
})

test('an email address that now belongs to another admin is reported, and the link stays valid', async () => {
  const { testApp, thief, link } = await stolen()
  const other = await createAdmin(testApp, { email: 'ada@example.org' })
  const rejected = await undo(testApp, link)
  expect(rejected.statusCode).toBe(409)
  expect(rejected.json().error.message).toBe('Ada@example.org now belongs to another account. Contact a super admin.')
  await testApp.context.db.updateTable('admins').set({ role: 'user' }).where('id', '=', other.id).execute()
  expect((await undo(testApp, link)).json().error.message).toBe(
    'Ada@example.org now belongs to the account of a former admin. Contact a super admin.',
  )
  expect((await thief.call('GET', '/v1/auth/admin/me')).json().data.user.email).toBe('thief@example.org')
  await testApp.context.db.deleteFrom('admins').where('id', '=', other.id).execute()
  expect((await undo(testApp, link)).statusCode).toBe(204)
})

test('an invitation to the email address, and another admin’s change to it, become invalid', async () => {
  const { testApp, thief, link } = await stolen()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'ada@example.org' }] })
  await boss.call('POST', url, { newEmail: 'ada@example.org' })
  const change = secretIn(await mailTo(testApp, 'email-change', 'ada@example.org'))
  expect((await undo(testApp, link)).statusCode).toBe(204)
  expect((await boss.call('GET', '/v1/admin-invites')).json().data).toEqual([])
  expect((await testApp.app.inject({ method: 'PATCH', url, body: { id: change } })).statusCode).toBe(404)
  expect(await emailOf(testApp, thief)).toBe('Ada@example.org')
})

test('a change that the attacker has requested meanwhile is not made', async () => {
  const testApp = await buildTestApp()
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  testApp.app.addHook('preHandler', async ({ body }) => {
    if ((body as { newEmail?: string } | undefined)?.newEmail !== 'den@example.org') return
    arrived.resolve()
    await goOn.promise
  })
  const thief = await signedIn(testApp, { email: 'ada@example.org' })
  const link = secretIn(await changeTo(testApp, thief, 'ada@example.org', 'thief@example.org'))
  const requesting = thief.call('POST', url, { newEmail: 'den@example.org' })
  await arrived.promise
  expect((await undo(testApp, link)).statusCode).toBe(204)
  goOn.resolve()
  expect((await requesting).statusCode).toBe(401)
  expect(await testApp.context.db.selectFrom('emailChanges').selectAll().execute()).toEqual([])
})

test('the link expires after seven days, and becomes invalid when the access is revoked', async () => {
  const { testApp, thief, link } = await stolen()
  testApp.advance(7 * dayMs - 1_000)
  expect((await getUndo(testApp, link)).statusCode).toBe(200)
  testApp.advance(1_000)
  expect((await getUndo(testApp, link)).statusCode).toBe(404)
  expect((await undo(testApp, link)).statusCode).toBe(404)

  const next = await signedIn(testApp, { email: 'bob@example.org' })
  const other = secretIn(await changeTo(testApp, next, 'bob@example.org', 'rob@example.org'))
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [next.admin.id] })
  expect((await undo(testApp, other)).statusCode).toBe(404)
  expect(await emailOf(testApp, thief)).toBe('thief@example.org')
})

test('of twenty concurrent uses one succeeds and is logged; without its audit entry nothing changes', async () => {
  const { testApp, thief, link } = await stolen()
  const { db } = testApp.context
  await db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  expect((await undo(testApp, link)).statusCode).toBe(500)
  expect(await emailOf(testApp, thief)).toBe('thief@example.org')
  expect((await thief.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
  await db.schema.alterTable('elsewhere').renameTo('auditEvents').execute()

  const answers = await Promise.all(Array.from({ length: 20 }, () => undo(testApp, link)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, ...Array(19).fill(404)])
  expect((await keptMails(testApp)).filter(({ kind }) => kind === 'password-reset')).toHaveLength(1)
  const events = await db
    .selectFrom('auditEvents')
    .select(['actorId', 'subjects', 'address'])
    .where('action', '=', 'email_change.undo')
    .where('outcome', '=', 'ok')
    .execute()
  expect(events).toEqual([
    { actorId: thief.admin.id, subjects: named(`admin:${thief.admin.id}`), address: '127.0.0.1' },
  ])
})

test('the secret is stored as a hash and gives no other access', async () => {
  const { testApp, link } = await stolen()
  const rows = await testApp.context.db.selectFrom('emailUndos').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(link)
  const inject = (method: 'GET' | 'PATCH', path: string, body?: object) =>
    testApp.app.inject({ method, url: path, ...(body && { body }) })
  const tries = [
    await inject('PATCH', url, { id: link }),
    await inject('GET', `/v1/auth/admin/forgot-password/${link}`),
    await inject('GET', `/v1/admin-invites/${link}`),
    await undo(testApp, rows[0]?.id ?? ''),
    await undo(testApp, ''),
  ]
  expect(tries.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})
