import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, sessionOf, signedIn } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { named } from '../../../../testing/audit-log.ts'
import {
  changeEmail,
  confirmEmail,
  requestEmail,
  signInAfterUndo,
  undoEmailChange,
} from '../../../../testing/sessions/email-undo.ts'
import { signInByPasskey } from '../../../../testing/sessions/elsewhere.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { countTrustedDevices, trustAllDevices } from '../../../../testing/sessions/trust.ts'
import { startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { resetSecondFactorCommand } from '../accounts/change-commands.ts'

const email = 'ada@example.org'
const thief = 'thief@example.org'
const hourMs = 3_600_000
const longSessions = { SESSION_HOURS: '168', SESSION_IDLE_MINUTES: '1440' }

const listPasskeys = ({ context: { db } }: TestApp) =>
  db.selectFrom('passkeys').select('name').orderBy('name').execute()
const countCodes = async ({ context: { db } }: TestApp) =>
  (await db.selectFrom('recoveryCodes').select('adminId').execute()).length

async function build(settings: Record<string, string> = {}) {
  const testApp = await buildTestApp(settings)
  testApp.freeze()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org', fullName: 'Grace Hopper' })
  const admin = await createAdmin(testApp, { email, fullName: 'Ada Lovelace' })
  return { testApp, boss, admin }
}

/**
 * The owner had a factor, an attacker replaced it with another and changed the email address, and the owner undid that.
 */
async function withLostFactor(settings: Record<string, string> = {}) {
  const built = await build(settings)
  const { testApp, admin } = built
  await setSecondFactor(testApp, await sessionOf(testApp, admin))
  testApp.advance(48 * hourMs)
  const intruder = await sessionOf(testApp, admin)
  await setSecondFactor(testApp, intruder)
  await changeEmail(testApp, intruder, thief)
  await undoEmailChange(testApp, email)
  return built
}

test('a factor added less than 24 hours before the request is removed, and an older one stays', async () => {
  const { testApp, admin } = await build()
  for (const name of ['Older', 'Younger']) {
    await addPasskey(testApp, await sessionOf(testApp, admin), { name })
    testApp.advance(1)
  }
  testApp.advance(24 * hourMs - 1)
  const intruder = await sessionOf(testApp, admin)
  await requestEmail(intruder, thief)
  testApp.advance(12 * 60_000)
  await confirmEmail(testApp, intruder, thief)
  await undoEmailChange(testApp, email)
  expect(await listPasskeys(testApp)).toEqual([{ name: 'Older' }])
  // It was created with the first passkey, in another session.
  expect(await countCodes(testApp)).toBe(10)
})

test('[email-change-4] a factor added by the session that requested the change is removed, however long ago', async () => {
  const { testApp, admin } = await build(longSessions)
  await addPasskey(testApp, await sessionOf(testApp, admin), { name: 'Of the owner' })
  testApp.advance(hourMs)
  const intruder = await sessionOf(testApp, admin)
  await addPasskey(testApp, intruder, { name: 'Of the intruder' })
  await intruder.call('POST', '/v1/auth/admin/second-factor/recovery-codes')
  for (const hours of [20, 20]) {
    testApp.advance(hours * hourMs)
    expect((await intruder.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
  }
  await testApp.context.db.updateTable('sessions').set({ confirmedAtMs: testApp.context.now() }).execute()
  await changeEmail(testApp, intruder, thief)
  await undoEmailChange(testApp, email)
  expect(await listPasskeys(testApp)).toEqual([{ name: 'Of the owner' }])
  expect(await countCodes(testApp)).toBe(0)
})

test('a factor added between the request and the change, or after it, is removed by undoing any later change', async () => {
  const { testApp, admin } = await build()
  const { authenticator } = await addPasskey(testApp, await sessionOf(testApp, admin), { name: 'Of the owner' })
  testApp.advance(48 * hourMs)
  const intruder = await sessionOf(testApp, admin)
  await requestEmail(intruder, thief)
  await addPasskey(testApp, await sessionOf(testApp, admin), { name: 'Between' })
  const again = await sessionOf(testApp, admin)
  await confirmEmail(testApp, again, thief)
  testApp.advance(1)
  await changeEmail(testApp, again, 'den@example.org')
  await addPasskey(testApp, again, { name: 'After' })
  const draft = await again.call('POST', '/v1/auth/admin/second-factor')
  expect(draft.statusCode).toBe(200)
  await undoEmailChange(testApp, email)
  expect(await listPasskeys(testApp)).toEqual([{ name: 'Of the owner' }])
  expect(await testApp.context.db.selectFrom('secondFactorDrafts').selectAll().execute()).toEqual([])
  expect(await signInByPasskey(testApp, authenticator)).toBe(200)
})

test('neither a trusted browser nor a single sign-on account lets the attacker in again', async () => {
  const provider = await startFakeProvider()
  const { testApp, admin } = await build(signOnSettings(provider.issuer))
  const intruder = await sessionOf(testApp, admin)
  await changeEmail(testApp, intruder, thief)
  provider.person = { sub: 'thief', email: thief, email_verified: true }
  const signOn = async () => {
    const browser = new TestBrowser(testApp)
    return (await browser.finish(provider.visit(await browser.begin()))).statusCode
  }
  expect(await signOn()).toBe(200)
  await trustAllDevices(testApp)
  await undoEmailChange(testApp, email)
  expect(await countTrustedDevices(testApp, intruder)).toBe(0)
  expect(await signOn()).toBe(401)
})

test('if no factor is left, a super admin lets the owner in: after a confirmation, logged and emailed', async () => {
  const { testApp, boss, admin } = await withLostFactor()
  const rejected = await signInAfterUndo(testApp, email)
  expect(rejected.json().error).toMatchObject({
    code: 'second_factor',
    message: 'Enter a recovery code, or ask a super admin to reset your two-step sign-in.',
    secondFactor: { ways: ['recovery_code'] },
  })
  const subject = 'Action needed: Ada Lovelace is locked out of Health Console'
  const toldOf = async (title: string) =>
    (await keptMails(testApp)).filter((mail) => mail.subject === title).map(({ to }) => to)
  expect((await toldOf(subject)).toSorted()).toEqual([email, 'boss@example.org'])

  const url = `/v1/admins/${admin.id}/second-factor`
  const { context } = testApp
  const stale = await sessionOf(testApp, boss.admin)
  const { db } = context
  await db.updateTable('sessions').set({ confirmedAtMs: 0 }).where('adminId', '=', boss.admin.id).execute()
  expect((await stale.call('DELETE', url)).json().error.code).toBe('confirm_identity')
  expect((await signInAfterUndo(testApp, email)).statusCode).toBe(401)

  expect((await (await sessionOf(testApp, boss.admin)).call('DELETE', url)).statusCode).toBe(204)
  expect((await signInAfterUndo(testApp, email)).statusCode).toBe(200)
  const title = 'Ada Lovelace’s two-step sign-in was reset in Health Console'
  expect((await toldOf(title)).toSorted()).toEqual([email, 'boss@example.org'])
  const entries = await db
    .selectFrom('auditEvents')
    .select(['actorId', 'subjects'])
    .where('action', '=', 'second_factor.reset')
    .where('outcome', '=', 'ok')
    .execute()
  expect(entries).toEqual([{ actorId: boss.admin.id, subjects: named(`admin:${admin.id}`) }])
})

test('if no factor is left, a command lets the owner in', async () => {
  const { testApp } = await withLostFactor()
  const reset = () => resetSecondFactorCommand.run(testApp.context, ['--email', email])
  await reset()
  expect((await signInAfterUndo(testApp, email)).statusCode).toBe(200)
  await expect(reset()).rejects.toThrow('Ada Lovelace hasn’t set up two-step sign-in.')
})

test('if no factor is left, an owner who is invited again starts without one', async () => {
  const { testApp, boss, admin } = await withLostFactor()
  const bossNow = await sessionOf(testApp, boss.admin)
  await bossNow.call('POST', '/v1/admins/access/revoke', { userIds: [admin.id] })
  await bossNow.call('POST', '/v1/admin-invites', { users: [{ email }] })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', email))
  const body = { inviteId, fullName: 'Ada Lovelace', password: 'Copper-lantern-9' }
  expect((await testApp.app.inject({ method: 'POST', url: '/v1/admin-invites/accept', body })).statusCode).toBe(200)
  expect((await signInAfterUndo(testApp, email)).statusCode).toBe(200)
})

test('if the owner’s factor was removed after the request, access to the email alone does not sign in either', async () => {
  const { testApp, admin } = await build()
  await addPasskey(testApp, await sessionOf(testApp, admin))
  testApp.advance(48 * hourMs)
  const intruder = await sessionOf(testApp, admin)
  await requestEmail(intruder, thief)
  expect((await intruder.call('DELETE', '/v1/auth/admin/second-factor')).statusCode).toBe(204)
  await confirmEmail(testApp, intruder, thief)
  await undoEmailChange(testApp, email)
  expect((await signInAfterUndo(testApp, email)).json().error.code).toBe('second_factor')
})

test('single sign-on that requires our second factor requires the lost one, other single sign-on does not', async () => {
  for (const [settings, status] of [
    [{ OIDC_SECOND_FACTOR: 'ours' }, 401],
    [{}, 200],
  ] as const) {
    const provider = await startFakeProvider()
    const { testApp } = await withLostFactor(signOnSettings(provider.issuer, settings))
    const browser = new TestBrowser(testApp)
    expect((await browser.finish(provider.visit(await browser.begin()))).statusCode).toBe(status)
  }
})
