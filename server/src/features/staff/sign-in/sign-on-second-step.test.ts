import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { checkSignOnSessions } from '../sign-on/check-sign-on-sessions.ts'

const minuteMs = 60_000
const log = { warn: () => undefined } as never

/** An admin whom the provider has identified, and whose code is missing. */
async function prompted({ noRefresh = false } = {}) {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, { OIDC_SECOND_FACTOR: 'ours' }))
  testApp.freeze()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { recoveryCodes } = await setSecondFactor(testApp, ada)
  provider.misbehaves = { noRefresh }
  const browser = new TestBrowser(testApp)
  const answer = provider.visit(await browser.begin({ next: '/admins' }))
  const rejected = await browser.finish(answer)
  expect(rejected.json().error).toMatchObject({ code: 'second_factor', next: '/admins' })
  return { provider, testApp, browser, answer, code: recoveryCodes[0] }
}

test('however late the code is sent, an admin who is removed at the provider loses access 15 minutes after it responded', async () => {
  const { provider, testApp, browser, answer, code } = await prompted()
  testApp.advance(14 * minuteMs)
  expect((await browser.finish(answer, { code })).statusCode).toBe(200)
  provider.misbehaves = {
    token: (response) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
  }
  await checkSignOnSessions(testApp.context, log)
  expect((await browser.me()).statusCode).toBe(401)

  const other = await prompted({ noRefresh: true })
  other.testApp.advance(14 * minuteMs)
  expect((await other.browser.finish(other.answer, { code: other.code })).statusCode).toBe(200)
  other.testApp.advance(minuteMs)
  expect((await other.browser.me()).statusCode).toBe(401)
})

test('repeated responses without a code have to wait', async () => {
  const { browser, answer } = await prompted()
  const codes = []
  for (let n = 0; n < 6; n += 1) codes.push((await browser.finish(answer)).json().error.code)
  expect(codes.at(-1)).toBe('rate_limited')
})
