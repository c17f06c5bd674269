import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin } from '../../../../testing/factories.ts'
import { type FakeProvider, startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'

async function build(settings: Record<string, string> = {}) {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, settings))
  const browser = new TestBrowser(testApp)
  const signOn = async (person: FakeProvider['person']) => {
    provider.person = person
    return browser.finish(provider.visit(await browser.begin()))
  }
  return { provider, testApp, browser, signOn }
}

const unusable = [
  ['empty', ''],
  ['blank', ' \t\u00a0\u3000'],
  ['a number', 7],
  ['nothing to see', '\u200b\u2060'],
  ['a filler', '\u3164'],
  ['an empty pattern of dots', '\u2800'],
  ['a NUL', 'ada\0'],
  ['half a character', 'ada\ud800'],
  ['256 characters', 'x'.repeat(256)],
] as const

test.each(unusable)('a subject that identifies no one is rejected before anything is looked up: %s', async (_, sub) => {
  const { provider, testApp, browser, signOn } = await build()
  provider.userInfo = { sub, email: 'ada@example.org', email_verified: true }
  await createAdmin(testApp, { email: 'ada@example.org' })
  const { db } = testApp.context
  const rejected = await signOn({ sub })
  expect([rejected.statusCode, rejected.json().error.code]).toEqual([401, 'sign_on_failed'])
  expect(await db.selectFrom('signOnIdentities').selectAll().execute()).toEqual([])
  expect((await browser.me()).statusCode).toBe(401)
  expect([provider.tokenRequests, provider.userInfoRequests]).toEqual([1, 0])
})

test('the longest subject, and one with letters of other scripts, sign in as before', async () => {
  const { testApp, browser, signOn } = await build()
  for (const [index, sub] of ['x'.repeat(255), 'Zoë Ångström', 'https://id.example.org/a b'].entries()) {
    const email = `person${index}@example.org`
    const { id } = await createAdmin(testApp, { email })
    expect((await signOn({ sub, email, email_verified: true })).json().data.user.id).toBe(id)
    await browser.call('POST', '/v1/auth/admin/logout')
  }
})

test.each([
  [
    'user-info has the email address, the token says verified',
    { email_verified: true },
    { email: 'ada@example.org' },
    401,
  ],
  [
    'the token has the email address, user-info says verified',
    { email: 'ada@example.org' },
    { email: 'other@example.org', email_verified: true },
    401,
  ],
  ['user-info says both', {}, { email: 'ada@example.org', email_verified: true }, 200],
  [
    'user-info says both, the token says unverified',
    { email_verified: false },
    { email: 'ada@example.org', email_verified: true },
    200,
  ],
  ['the token says both', { email: 'ada@example.org', email_verified: true }, { email_verified: false }, 200],
])('the email address and whether it is verified are from one source: %s', async (_, token, userInfo, status) => {
  const { provider, testApp, signOn } = await build({ OIDC_ADMIN_GROUP: 'staff' })
  await createAdmin(testApp, { email: 'ada@example.org' })
  // The token lacks the groups, so that user-info is always read.
  provider.userInfo = { sub: 'ada', groups: ['staff'], ...userInfo }
  expect((await signOn({ sub: 'ada', ...token })).statusCode).toBe(status)
})
