import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin, testPassword } from '../../../../testing/factories.ts'
import { type Misbehaviour, startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'

const unusable = 'The response from Clinic Login can’t be used. Contact a super admin.'
const foreign = 'The response from Clinic Login isn’t meant for this sign-in. Start again.'
const away = 'Clinic Login can’t be reached. Try again in a moment.'
const wrongSecret = 'Clinic Login doesn’t accept this console. Contact a super admin.'
const without = (name: string) => (claims: Record<string, unknown>) => ({ ...claims, [name]: undefined })
const json =
  (body: string, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
const challenge = (response: ServerResponse) =>
  void response.writeHead(401, { 'www-authenticate': 'Basic realm="tokens"' }).end()

async function buildWithAda() {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer))
  const admin = await createAdmin(testApp, { email: 'ada@example.org' })
  return { provider, testApp, admin, browser: new TestBrowser(testApp) }
}

const badAnswers: [string, string, Misbehaviour][] = [
  ['no JSON', unusable, { token: (response) => void response.writeHead(200).end('<p>Welcome</p>') }],
  ['broken JSON', unusable, { token: json('{"id_token":') }],
  ['no identity', unusable, { token: json('{"access_token":"a","token_type":"Bearer"}') }],
  ['more than 1 MiB', unusable, { token: json(`{"id_token":"${'a'.repeat(2 ** 21)}"}`) }],
  ['an error', unusable, { token: json('{"error":"invalid_grant"}', 400) }],
  ['a wrong secret', wrongSecret, { token: json('{"error":"invalid_client"}', 401) }],
  ['a wrong secret, with a challenge', wrongSecret, { token: challenge }],
  ['a wrong secret, in other words', wrongSecret, { token: json('{"error":"unauthorized_client"}', 403) }],
  ['a broken server', away, { token: json('{}', 502) }],
  [
    'an expired token',
    'The response from Clinic Login has expired. Start again; if it keeps happening, a server’s clock is wrong.',
    { claims: (claims) => ({ ...claims, exp: 1_000_000 }) },
  ],
  ['another nonce', foreign, { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
  ['no nonce', unusable, { claims: without('nonce') }],
  ['another audience', foreign, { claims: (claims) => ({ ...claims, aud: 'another' }) }],
  ['another issuer', foreign, { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
  ['another issuer in the URL', unusable, { answer: (query) => query.set('iss', 'https://evil.example') }],
  ['no signature', unusable, { header: { alg: 'none' } }],
  ['a signature by its secret', unusable, { header: { alg: 'HS256' } }],
  ['a foreign signature', unusable, { foreignKey: true }],
  ['no subject', unusable, { claims: without('sub') }],
  [
    'no email address',
    'Clinic Login didn’t confirm your email address. Contact a super admin.',
    { claims: without('email') },
  ],
  [
    'an unverified email address',
    'Clinic Login didn’t confirm your email address. Contact a super admin.',
    { claims: (claims) => ({ ...claims, email_verified: false }) },
  ],
  [
    'a user without access',
    'Your Clinic Login account doesn’t have access to this console. Ask a super admin to invite you.',
    { claims: (claims) => ({ ...claims, email: 'eve@example.org' }) },
  ],
  [
    'a rejection',
    'Clinic Login didn’t let you in. Try again, or contact a super admin.',
    {
      answer: (query) => {
        query.delete('code')
        query.set('error', 'server_error')
      },
    },
  ],
  [
    'a cancellation',
    'Signing in to Clinic Login was cancelled.',
    {
      answer: (query) => {
        query.delete('code')
        query.set('error', 'access_denied')
      },
    },
  ],
]

test('[second-factor-10] an invalid response of the provider lets no one in, and leads to one message', async () => {
  const { provider, testApp, browser } = await buildWithAda()
  const output: typeof badAnswers = []
  for (const [name, , misbehaves] of badAnswers) {
    provider.misbehaves = {}
    const url = await browser.begin({ next: '/admins' })
    provider.misbehaves = misbehaves
    const rejected = await browser.finish(provider.visit(url))
    const { code, message, next } = rejected.json().error
    // A sign-in with another method leads to the same page.
    expect(next).toBe('/admins')
    expect([rejected.statusCode, code]).toEqual(message === away ? [503, 'unavailable'] : [401, 'sign_on_failed'])
    output.push([name, message, misbehaves])
  }
  expect(output).toEqual(badAnswers)
  expect((await browser.me()).statusCode).toBe(401)
  const { db } = testApp.context
  const rows = await db
    .selectFrom('auditEvents')
    .select(['action', 'outcome'])
    .where('reason', '=', 'sign_on_failed')
    .execute()
  expect(rows).toEqual([{ action: 'session.sign_on', outcome: 'failed' }])
  expect(testApp.logLines.join()).not.toMatch(/ada@example|eve@example|an-access-token|a-refresh-token/)

  provider.misbehaves = {}
  expect((await browser.finish(provider.visit(await browser.begin()))).statusCode).toBe(200)
})

test.each([
  ['in lower case, with the Kelvin sign', '\u212Aim@example.org'],
  ['in one width', 'ｋｉｍ@example.org'],
  ['with one dash', 'kim\u2010b@example.org'],
])('an email address that only looks the same %s belongs to another user', async (_, email) => {
  const { provider, testApp, browser } = await buildWithAda()
  for (const known of ['kim@example.org', 'kim-b@example.org']) await createAdmin(testApp, { email: known })
  provider.person = { ...provider.person, email, email_verified: true }
  const rejected = await browser.finish(provider.visit(await browser.begin()))
  expect(rejected.json().error.message).toBe('Clinic Login didn’t confirm your email address. Contact a super admin.')
})

test('a response of the provider is single-use, and valid for 15 minutes in the browser that began the sign-in', async () => {
  const { provider, testApp, browser } = await buildWithAda()
  browser.cookies['sign-on-3000'] = 'planted'
  const url = await browser.begin()
  expect(browser.cookies['sign-on-3000']).not.toBe('planted')
  const answer = provider.visit(url)
  const other = new TestBrowser(testApp)
  expect((await other.finish(answer)).json().error.message).toMatch(/started in another browser/)
  await other.begin()
  expect((await other.finish(answer)).json().error.message).toMatch(/started in another browser/)
  expect(provider.tokenRequests).toBe(0)
  const both = await Promise.all([browser.finish(answer), browser.finish(answer)])
  const rejected = both.filter(({ statusCode }) => statusCode !== 200)
  // This is while the other request is in progress (401), or after it (404).
  expect(rejected.map(({ statusCode }) => [401, 404].includes(statusCode))).toEqual([true])
  expect(rejected[0]?.json().error.message).toBe('This sign-in has already been used. Start again.')
  const again = await browser.finish(provider.visit(url))
  expect(again.json().error.message).toBe('This sign-in has already been used. Start again.')

  const late = provider.visit(await browser.begin())
  testApp.advance(15 * 60_000)
  expect((await browser.finish(late)).json().error.message).toBe('This sign-in took too long. Start again.')

  for (let n = 0; n < 10; n += 1) expect((await browser.finish(`code=a&state=nonsense${n}`)).statusCode).toBe(404)
  expect((await browser.finish('')).statusCode).toBe(404)
  // Such responses cost nothing, so a flood of them must not fill the audit log.
  const { db } = testApp.context
  const rows = await db
    .selectFrom('auditEvents')
    .select('count')
    .where('action', '=', 'session.sign_on')
    .where('outcome', '!=', 'ok')
    .execute()
  expect(rows.length).toBeLessThan(8)
})

test('a provider that is down, or does not respond, leaves the password usable', async () => {
  const { provider, testApp, browser } = await buildWithAda()
  provider.misbehaves = { everything: json('busy', 503) }
  const begun = await browser.call('POST', '/v1/auth/admin/sign-on', {})
  expect([begun.statusCode, begun.json().error.message]).toEqual([503, away])
  // The provider does not respond, and nothing waits for it.
  const request = Promise.withResolvers<ServerResponse>()
  provider.misbehaves = { everything: request.resolve }
  const waiting = browser.call('POST', '/v1/auth/admin/sign-on', {})
  const unanswered = await request.promise
  const body = { email: 'ada@example.org', password: testPassword }
  const signedIn = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body })
  expect(signedIn.statusCode).toBe(200)
  unanswered.destroy()
  expect((await waiting).json().error.message).toBe(away)
})

test('a provider that has not asked for credentials again confirms no identity', async () => {
  const { provider, browser } = await buildWithAda()
  await browser.finish(provider.visit(await browser.begin()))
  const old =
    'Clinic Login didn’t ask you to sign in again, or a server’s clock is wrong. Start again, or contact a super admin.'
  for (const [claims, message] of [
    [(input: object) => ({ ...input, auth_time: Math.floor(Date.now() / 1000) - 60 }), old],
    [(input: object) => ({ ...input, auth_time: Math.floor(Date.now() / 1000) + 6 * 60 }), old],
    [(input: object) => ({ ...input, auth_time: Date.now() }), old],
    [without('auth_time'), 'Clinic Login didn’t report when you signed in there. Contact a super admin.'],
  ] as const) {
    provider.misbehaves = { claims }
    const confirming = await browser.call('POST', '/v1/auth/admin/sign-on/confirm')
    expect((await browser.finish(provider.visit(confirming.json().data.url))).json().error.message).toBe(message)
    expect((await browser.finish(provider.visit(await browser.begin({ again: true })))).json().error.message).toBe(
      message,
    )
  }
})

test('the clock of a provider may be less than five minutes ahead', async () => {
  const { provider, browser } = await buildWithAda()
  await browser.finish(provider.visit(await browser.begin()))
  provider.misbehaves = { claims: (input) => ({ ...input, auth_time: Math.floor(Date.now() / 1000) + 4 * 60 }) }
  const confirming = await browser.call('POST', '/v1/auth/admin/sign-on/confirm')
  expect((await browser.finish(provider.visit(confirming.json().data.url))).statusCode).toBe(200)
})

test('a response confirms the session that requested it, and no other of the same admin', async () => {
  const { provider, browser } = await buildWithAda()
  await browser.finish(provider.visit(await browser.begin()))
  const other = browser.cookies['session-3000'] ?? ''
  delete browser.cookies['session-3000']
  await browser.finish(provider.visit(await browser.begin()))
  const { url } = (await browser.call('POST', '/v1/auth/admin/sign-on/confirm')).json().data
  browser.cookies['session-3000'] = other
  expect((await browser.me()).statusCode).toBe(200)
  expect((await browser.finish(provider.visit(url))).json().error.code).toBe('unauthenticated')
})

test('a URL that runs script is not sent to the browser', async () => {
  const { provider, browser } = await buildWithAda()
  const metadata = { issuer: provider.issuer, authorization_endpoint: 'javascript:alert(1)' }
  provider.misbehaves = { everything: json(JSON.stringify(metadata)) }
  const begun = await browser.call('POST', '/v1/auth/admin/sign-on', {})
  expect([begun.statusCode, begun.json().error.message]).toEqual([401, unusable])
})

test('a provider with another name is not requested', async () => {
  const { provider, testApp, browser } = await buildWithAda()
  provider.misbehaves = {
    everything: json(
      JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/' }),
    ),
  }
  const begun = await browser.call('POST', '/v1/auth/admin/sign-on', {})
  const wrong = 'Clinic Login isn’t configured correctly in this console. Contact a super admin.'
  expect([begun.statusCode, begun.json().error.message]).toEqual([401, wrong])
  expect(testApp.logLines.join()).toContain('"issuer":"https://evil.example"')
})
