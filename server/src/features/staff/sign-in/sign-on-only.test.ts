import { expect, test } from 'vitest'
import { hashToken } from '../../../core/crypto/token.ts'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { type KeptMail, keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { resetPasswordCommand } from '../accounts/change-commands.ts'

const emergency = 'boss@example.org'
const newPassword = 'Copper-lantern-9'

async function build() {
  const provider = await startFakeProvider()
  const only = { OIDC_ONLY: '1', OIDC_EMERGENCY_ADMINS: `Boss@example.org, former@example.org` }
  const testApp = await buildTestApp(signOnSettings(provider.issuer, only))
  const boss = await signedIn(testApp, { email: emergency, role: 'super_admin' })
  const ada = await signedIn(testApp, { email: 'ada@example.org', role: 'super_admin' })
  const post = (url: string, body: object) => testApp.app.inject({ method: 'POST', url, body })
  const logIn = (email: string, password = testPassword) => post('/v1/auth/admin/login', { email, password })
  return { provider, testApp, boss, ada, post, logIn }
}

const wordsOf = ({ text }: KeptMail) => text.replaceAll(/\s+/g, ' ')

test('[second-factor-11] passwords are rejected for all but the emergency accounts, whose use is emailed to all super admins', async () => {
  const { provider, testApp, ada, logIn } = await build()
  await createAdmin(testApp, { email: 'former@example.org', role: 'admin' })
  const rejected = await Promise.all([
    logIn('ada@example.org'),
    logIn('former@example.org'),
    logIn(emergency, 'Wrong-password-1'),
    logIn('unknown@example.org'),
  ])
  // The response does not reveal which accounts are for emergencies.
  const output = rejected.map((response) => [response.statusCode, response.json().error.message])
  expect(new Set(output.map(String)).size).toBe(1)
  expect(output[0]).toEqual([401, 'Incorrect email or password, or the account signs in with Clinic Login.'])

  expect((await logIn(emergency)).statusCode).toBe(200)
  for (const to of [emergency, 'ada@example.org']) {
    const mail = await mailTo(testApp, 'emergency-access', to)
    expect(wordsOf(mail)).toContain('(boss@example.org) signed in by emergency access')
  }
  const rows = await testApp.context.db.selectFrom('auditEvents').select(['action', 'outcome']).execute()
  expect(rows).toContainEqual({ action: 'session.emergency_sign_in', outcome: 'ok' })

  const browser = new TestBrowser(testApp)
  expect((await browser.finish(provider.visit(await browser.begin()))).json().data.user.id).toBe(ada.admin.id)
})

test('neither recovery nor an invitation can set a password, and neither the settings nor a confirmation accept one', async () => {
  const { testApp, boss, ada, post, logIn } = await build()
  const closed = 'Sign in to this console with Clinic Login, not with a password.'
  await post('/v1/auth/admin/forgot-password', { email: 'ada@example.org' })
  await post('/v1/auth/admin/forgot-password', { email: emergency })
  const recoveries = (await keptMails(testApp)).filter(({ kind }) => kind === 'password-reset')
  expect(recoveries.map(({ to }) => to)).toEqual([emergency])

  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  const invitation = await testApp.app.inject({ method: 'GET', url: `/v1/admin-invites/${inviteId}` })
  expect(invitation.json().data).toEqual({ email: 'new@example.org', allowsPassword: false })
  const accepted = await post('/v1/admin-invites/accept', { inviteId, fullName: 'New', password: newPassword })
  expect([accepted.statusCode, accepted.json().error.message]).toEqual([403, closed])

  const passwords = { oldPassword: testPassword, newPassword }
  expect((await ada.call('PATCH', '/v1/auth/admin/password', passwords)).json().error.message).toBe(closed)
  expect((await ada.call('POST', '/v1/auth/admin/confirm', { password: testPassword })).statusCode).toBe(403)
  expect((await boss.call('POST', '/v1/auth/admin/confirm', { password: testPassword })).statusCode).toBe(204)

  const { context } = testApp
  await expect(resetPasswordCommand.run(context, ['--email', 'ada@example.org'])).rejects.toThrow(
    'OIDC_EMERGENCY_ADMINS',
  )
  const link = await resetPasswordCommand.run(context, ['--email', emergency])
  const mail = await mailTo(testApp, 'emergency-access', 'ada@example.org')
  expect(wordsOf(mail)).toContain('was given an emergency link by the system administrator')
  const id = /\?id=([\w-]+)/.exec(link)?.[1]
  const reset = await testApp.app.inject({
    method: 'PATCH',
    url: '/v1/auth/admin/forgot-password',
    body: { id, password: newPassword },
  })
  expect(reset.statusCode).toBe(204)
  expect((await logIn(emergency, newPassword)).statusCode).toBe(200)

  // The link is from before single sign-on was the only method.
  const before = { adminId: ada.admin.id, tokenHash: hashToken('before'), mailId: null }
  await context.db
    .insertInto('recoveries')
    .values({ ...before, expiresAtMs: context.now() + 60_000 })
    .execute()
  const late = await testApp.app.inject({
    method: 'PATCH',
    url: '/v1/auth/admin/forgot-password',
    body: { id: 'before', password: newPassword },
  })
  expect([late.statusCode, late.json().error.message]).toEqual([403, closed])
})

test('a passkey on its own does not bypass single sign-on either', async () => {
  const { testApp, boss, ada, post } = await build()
  const ways = []
  for (const person of [ada, boss]) {
    const { authenticator } = await addPasskey(testApp, person)
    const options = await post('/v1/auth/admin/passkey-login/options', {})
    const cookies = Object.fromEntries(options.cookies.map(({ name, value }) => [name, value]))
    const body = { passkey: authenticator.get(options.json().data) }
    const answer = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/passkey-login', cookies, body })
    ways.push([answer.statusCode, answer.json().error?.message])
  }
  expect(ways).toEqual([
    [401, 'Your account signs in with Clinic Login.'],
    [200, undefined],
  ])
  expect(wordsOf(await mailTo(testApp, 'emergency-access', 'ada@example.org'))).toContain(
    '(boss@example.org) signed in',
  )
})
