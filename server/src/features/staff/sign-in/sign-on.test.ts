import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { signInAtProvider } from '../../../../testing/sign-on/at-provider.ts'
import { type RealProvider, startRealProvider } from '../../../../testing/sign-on/real-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { checkSignOnSessions } from '../sign-on/check-sign-on-sessions.ts'
import { resetSignOnCommand } from '../accounts/change-commands.ts'

let provider: RealProvider

beforeAll(async () => {
  provider = await startRealProvider(['http://localhost:3000/sign-on'])
})
afterAll(() => provider.stop())

const build = (more: Record<string, string> = {}) => buildTestApp(signOnSettings(provider.issuer, more))
const minute = 60_000

/** Goes to the provider and back. */
async function signOn(browser: TestBrowser, login: string, body: object = {}) {
  return browser.finish(await signInAtProvider(await browser.begin(body), login))
}

async function actionsOf({ context: { db } }: TestApp, adminId: string | null) {
  const rows = await db
    .selectFrom('auditEvents')
    .select(['action', 'actorId', 'sessionId'])
    .where('actorId', adminId === null ? 'is' : '=', adminId)
    .orderBy('sequence')
    .execute()
  return rows.map(({ action }) => action)
}

test('an admin is matched once by email address, then by the provider account, even if its address changes', async () => {
  const testApp = await build()
  const ada = await createAdmin(testApp, { email: 'Ada@example.org' })
  provider.accounts.set('ada-1', { email: 'ada@example.org', email_verified: true })
  const browser = new TestBrowser(testApp)
  const first = await signOn(browser, 'ada-1', { next: '/admins?page=2' })
  expect(first.statusCode).toBe(200)
  expect(first.json().data).toMatchObject({
    user: { id: ada.id },
    confirmBy: ['sign_on', 'password'],
    secondFactor: 'none',
    purpose: 'sign_in',
    next: '/admins?page=2',
  })
  expect((await browser.me()).json().data).toMatchObject({ user: { id: ada.id }, confirmBy: ['sign_on', 'password'] })
  expect(await actionsOf(testApp, ada.id)).toEqual(['sign_on.tie', 'session.sign_on'])

  provider.accounts.set('ada-1', { email: 'lovelace@example.org', email_verified: false })
  expect((await signOn(new TestBrowser(testApp), 'ada-1')).json().data.user.id).toBe(ada.id)
  // Another user who gets the email address later does not get the account.
  provider.accounts.set('ada-2', { email: 'ada@example.org', email_verified: true })
  const other = await signOn(new TestBrowser(testApp), 'ada-2')
  expect(other.json().error.message).toBe(
    'ada@example.org is linked to another account at Clinic Login. Contact a super admin.',
  )
  // Another provider is different: a system administrator configures it in the console.
  const { db } = testApp.context
  await db.updateTable('signOnIdentities').set({ issuer: 'https://former.example.org' }).execute()
  expect((await signOn(new TestBrowser(testApp), 'ada-1')).json().error.code).toBe('sign_on_failed')
  expect((await signOn(new TestBrowser(testApp), 'ada-2')).statusCode).toBe(200)
  await db.updateTable('signOnIdentities').set({ subject: 'ada-1' }).execute()
  await resetSignOnCommand.run(testApp.context, ['--email', 'ada@example.org'])
  expect((await browser.me()).statusCode).toBe(401)
  expect((await signOn(new TestBrowser(testApp), 'ada-2')).statusCode).toBe(200)
})

test('an invitation is accepted by single sign-on, with the link or without, and the admin has no password', async () => {
  const testApp = await build()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const emails = ['grace@example.org', 'alan@example.org']
  await boss.call('POST', '/v1/admin-invites', { users: emails.map((email) => ({ email })) })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', 'grace@example.org'))
  provider.accounts.set('alan', { email: 'alan@example.org', email_verified: true, name: 'Alan\u202ETuring' })
  provider.accounts.set('grace', { email: 'Grace@example.org', email_verified: true })

  const wrong = await signOn(new TestBrowser(testApp), 'alan', { inviteId })
  expect(wrong.json().error.message).toBe(
    'This invitation is for grace@example.org, but you signed in as alan@example.org.',
  )
  const grace = await signOn(new TestBrowser(testApp), 'grace', { inviteId })
  expect(grace.json().data.user).toMatchObject({
    email: 'grace@example.org',
    fullName: 'grace@example.org',
    role: 'admin',
  })
  expect(await actionsOf(testApp, grace.json().data.user.id)).toEqual([
    'invitation.accept',
    'sign_on.tie',
    'session.sign_on',
  ])
  expect((await signOn(new TestBrowser(testApp), 'alan', { inviteId })).json().error.code).toBe('not_found')
  const alan = await signOn(new TestBrowser(testApp), 'alan')
  expect(alan.json().data.user.fullName).toBe('Alan Turing')
  const body = { email: 'alan@example.org', password: testPassword }
  expect((await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body })).statusCode).toBe(401)

  // A sign-on with the provider does not restore access that was revoked.
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [alan.json().data.user.id] })
  expect((await signOn(new TestBrowser(testApp), 'alan')).json().error.code).toBe('sign_on_failed')
})

test(
  'two servers share every step, and a new key of the provider is accepted immediately',
  { tags: 'postgres' },
  async () => {
    const testApp = await build({ OIDC_SECOND_FACTOR: 'ours', REQUIRE_SECOND_FACTOR: 'all' })
    const replica = { app: await startReplica(testApp) }
    const boss = await signedIn(testApp, { email: 'boss@example.org' })
    const { recoveryCodes } = await setSecondFactor(testApp, boss)
    provider.accounts.set('boss', { email: 'boss@example.org', email_verified: true })
    const browser = new TestBrowser(testApp)
    const url = await browser.begin()
    provider.rotateKeys()
    const answer = await signInAtProvider(url, 'boss')
    browser.moveTo(replica)
    const stepMissing = await browser.finish(answer, { code: recoveryCodes[0] })
    expect([stepMissing.statusCode, stepMissing.json().error.code]).toEqual([401, 'second_factor'])
    browser.moveTo(testApp)
    const wrong = await browser.finish(answer, { code: '000000' })
    expect(wrong.json().error).toMatchObject({ code: 'second_factor', fields: [{ path: 'code' }] })
    browser.moveTo(replica)
    const done = await browser.finish(answer, { code: recoveryCodes[0], trustDevice: true })
    expect([done.statusCode, done.json().data?.secondFactor]).toEqual([200, 'set'])
    browser.moveTo(testApp)
    expect((await browser.me()).statusCode).toBe(200)
    expect((await browser.finish(answer)).json().error.code).toBe('not_found')
    // This browser is trusted now.
    expect((await signOn(browser, 'boss')).statusCode).toBe(200)
  },
)

test('single sign-on counts as two factors, unless ours is required as well', async () => {
  provider.accounts.set('two', { email: 'two@example.org', email_verified: true })
  const theirs = await build({ REQUIRE_SECOND_FACTOR: 'all' })
  await createAdmin(theirs, { email: 'two@example.org' })
  const browser = new TestBrowser(theirs)
  expect((await signOn(browser, 'two')).json().data.secondFactor).toBe('none')
  expect((await browser.call('GET', '/v1/admins')).statusCode).toBe(200)

  const ours = await build({ REQUIRE_SECOND_FACTOR: 'all', OIDC_SECOND_FACTOR: 'ours' })
  await createAdmin(ours, { email: 'two@example.org' })
  const other = new TestBrowser(ours)
  expect((await signOn(other, 'two')).json().data.secondFactor).toBe('required')
  expect((await other.call('GET', '/v1/admins')).json().error.code).toBe('second_factor_required')
})

test('an admin removed at the provider loses access within 15 minutes, and a provider that is down signs no one out', async () => {
  const own = await startRealProvider(['http://localhost:3000/sign-on'])
  const testApp = await buildTestApp(signOnSettings(own.issuer))
  testApp.freeze()
  const [ada, bob] = await Promise.all([
    createAdmin(testApp, { email: 'ada@example.org' }),
    createAdmin(testApp, { email: 'bob@example.org' }),
  ])
  const browsers = { ada: new TestBrowser(testApp), bob: new TestBrowser(testApp) }
  for (const [login, browser] of Object.entries(browsers)) {
    own.accounts.set(login, { email: `${login}@example.org`, email_verified: true })
    expect((await signOn(browser, login)).statusCode).toBe(200)
  }
  const log = { warn: () => undefined } as never
  const replicas = [1, 2, 3]
  const check = () => Promise.all(replicas.map(() => checkSignOnSessions(testApp.context, log)))
  const me = () => Promise.all(Object.values(browsers).map(async (browser) => (await browser.me()).statusCode))
  const [{ signOnToken }] = (await testApp.context.db.selectFrom('sessions').select('signOnToken').execute()) as [
    { signOnToken: string },
  ]
  expect(signOnToken).toMatch(/^[\w-]{40,}$/)

  // Each token is used once, even if several servers check.
  for (let n = 0; n < 3; n += 1) {
    testApp.advance(5 * minute)
    await check()
    expect(await me()).toEqual([200, 200])
  }
  own.accounts.delete('ada')
  testApp.advance(5 * minute)
  await check()
  expect(await me()).toEqual([401, 200])
  expect(await actionsOf(testApp, null)).toContain('session.sign_on_end')
  expect(await actionsOf(testApp, bob.id)).not.toContain('session.sign_on_end')
  expect(ada.id).not.toBe(bob.id)

  await own.stop()
  testApp.advance(5 * minute)
  await Promise.allSettled([checkSignOnSessions(testApp.context, log)])
  expect(await me()).toEqual([401, 200])
})

test('the provider confirms the identity by asking for credentials again, and only the same user', async () => {
  const testApp = await build()
  await createAdmin(testApp, { email: 'sure@example.org' })
  await createAdmin(testApp, { email: 'other@example.org' })
  for (const login of ['sure', 'other'])
    provider.accounts.set(login, { email: `${login}@example.org`, email_verified: true })
  expect((await signOn(new TestBrowser(testApp), 'other')).statusCode).toBe(200)
  const browser = new TestBrowser(testApp)
  await signOn(browser, 'sure')
  testApp.advance(11 * minute)
  const change = () => browser.call('POST', '/v1/auth/admin/email', { newEmail: 'new@example.org' })
  expect((await change()).json().error.code).toBe('confirm_identity')

  const begin = async () => (await browser.call('POST', '/v1/auth/admin/sign-on/confirm')).json().data.url as string
  const query = new URL(await begin()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({ prompt: 'login', max_age: '1', login_hint: 'sure@example.org' })
  const wrong = await browser.finish(await signInAtProvider(await begin(), 'other'))
  expect(wrong.json().error.message).toBe('You signed in to Clinic Login with a different account.')
  expect((await change()).json().error.code).toBe('confirm_identity')

  const before = browser.cookies['session-3000']
  const confirmed = await browser.finish(await signInAtProvider(await begin(), 'sure'))
  expect(confirmed.json().data).toMatchObject({ purpose: 'confirm', user: { email: 'sure@example.org' } })
  expect(browser.cookies['session-3000']).not.toBe(before)
  expect((await change()).statusCode).toBe(204)

  // The session that requested the confirmation is the one that is confirmed.
  const url = await begin()
  await browser.call('POST', '/v1/auth/admin/logout')
  expect((await browser.finish(await signInAtProvider(url, 'sure'))).json().error.code).toBe('unauthenticated')
})

test('without a provider, no sign-on can begin', async () => {
  const testApp = await buildTestApp()
  const browser = new TestBrowser(testApp)
  const url = '/v1/auth/admin/sign-on'
  expect((await browser.call('POST', url, {})).statusCode).toBe(404)
  expect((await browser.finish('code=a&state=b')).statusCode).toBe(404)
})
