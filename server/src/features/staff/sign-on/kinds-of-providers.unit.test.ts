import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin } from '../../../../testing/factories.ts'
import { client } from '../../../../testing/sign-on/client.ts'
import { startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { checkSignOnSessions } from './check-sign-on-sessions.ts'

const log = { warn: () => undefined } as never
const special = 's3cr:t%/+& ü='
const answer =
  (status: number, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

async function build(settings: Record<string, string> = {}) {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, settings))
  await createAdmin(testApp, { email: 'ada@example.org' })
  const browser = new TestBrowser(testApp)
  const signOn = async () => browser.finish(provider.visit(await browser.begin()))
  return { provider, testApp, browser, signOn }
}

const header = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
const both = ['client_secret_post', 'client_secret_basic']

test.each<[string, string, string[] | undefined, string | undefined, string | null]>([
  ['a plain secret as it is', client.secret, undefined, header(`${client.id}:${client.secret}`), null],
  ['a plain secret where both methods are open', client.secret, both, header(`${client.id}:${client.secret}`), null],
  ['only in the body', client.secret, ['client_secret_post'], undefined, client.secret],
  ['a special secret in the body', special, both, undefined, special],
  ['a special secret encoded', special, undefined, header('console:s3cr%3At%25%2F%2B%26+%C3%BC%3D'), null],
])(
  'the secret reaches a provider that decodes it, and one that does not: %s',
  async (_name, secret, methods, ...sent) => {
    const { provider, signOn } = await build({ OIDC_CLIENT_SECRET: secret })
    if (methods) provider.misbehaves = { metadata: { token_endpoint_auth_methods_supported: methods } }
    expect((await signOn()).statusCode).toBe(200)
    const { authorization, body } = provider.credentials
    expect([authorization, body.get('client_secret')]).toEqual(sent)
  },
)

test.each([
  [undefined, '0', 401],
  [undefined, '1', 200],
  ['true', '0', 200],
  [false, '1', 401],
  ['false', '1', 401],
])('an email address with email_verified %s and OIDC_TRUST_EMAIL %s leads to %i', async (output, trust, status) => {
  const { provider, testApp, signOn } = await build({ OIDC_TRUST_EMAIL: trust })
  provider.person = { ...provider.person, email_verified: output }
  expect((await signOn()).statusCode).toBe(status)
  // A system administrator sees which claims there are, but nothing about the user.
  const line = testApp.logLines.find((each) => each.includes('sent no verified email address'))
  expect(line === undefined).toBe(status === 200)
  expect(line ?? '"email"').toContain('"email"')
  expect(testApp.logLines.join()).not.toContain('ada@example')
})

test('a provider that rejects a refresh token ends the access, one that rejects the console or is down does not', async () => {
  const { provider, testApp, browser, signOn } = await build()
  const statuses = []
  for (const rejection of [
    answer(400, '{"error":"invalid_grant"}'),
    answer(400, '{"error":"interaction_required"}'),
    answer(400),
    answer(401, '{"error":"invalid_client"}'),
    answer(400, '{"error":"invalid_request"}'),
    answer(429),
    answer(503),
  ]) {
    provider.misbehaves = {}
    expect((await signOn()).statusCode).toBe(200)
    provider.misbehaves = { token: rejection }
    testApp.advance(5 * 60_000)
    await checkSignOnSessions(testApp.context, log)
    statuses.push((await browser.me()).statusCode)
    await browser.call('POST', '/v1/auth/admin/logout')
  }
  expect(statuses).toEqual([401, 401, 401, 200, 200, 200, 200])
})

test('the provider’s reason for a rejection is in the log, without email addresses', async () => {
  const { provider, testApp, signOn } = await build()
  const description = "AADSTS50105: The user 'ada@example.org' is not assigned to a role."
  provider.misbehaves = {
    token: answer(400, JSON.stringify({ error: 'invalid_grant', error_description: description })),
  }
  expect((await signOn()).statusCode).toBe(401)
  const line = testApp.logLines.find((each) => each.includes('single sign-on failed')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    status: 400,
    reason: 'invalid_grant',
    description: "AADSTS50105: The user '…' is not assigned to a role.",
  })
})
