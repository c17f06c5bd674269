import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { keptMails } from '../../../../testing/mail/mails.ts'
import {
  dataOf,
  type HttpBrowser,
  httpBrowser,
  reserveUrl,
  startRealServer,
} from '../../../../testing/processes/real-server.ts'
import { signInAtProvider } from '../../../../testing/sign-on/at-provider.ts'
import { startRealProvider } from '../../../../testing/sign-on/real-provider.ts'
import { signOnSettings } from '../../../../testing/sign-on/test-browser.ts'

const auth = '/v1/auth/admin'
const minuteMs = 60_000

const statusOf = async ({ call }: HttpBrowser, path = `${auth}/me`) => (await call('GET', path)).status

/** This is as if the sessions had been used last, and checked at the provider, that long ago. */
async function passTime({ context: { db } }: TestApp, { admin }: Pick<Session, 'admin'>, ms: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set((column) => ({
      lastSeenAtMs: column('lastSeenAtMs', '-', ms),
      signOnCheckedAtMs: column('signOnCheckedAtMs', '-', ms),
    }))
    .where('adminId', '=', admin.id)
    .execute()
}

test('on the real server an unused session ends, and nothing restores it', async () => {
  const testApp = await buildTestApp()
  const [ada, bob] = [await signedIn(testApp), await signedIn(testApp)]
  const server = await startRealServer(testApp)
  const [adas, bobs] = [httpBrowser(server, ada.cookies), httpBrowser(server, bob.cookies)]
  await passTime(testApp, ada, 14 * minuteMs)
  expect(await statusOf(adas)).toBe(200)
  await passTime(testApp, ada, 15 * minuteMs + 1)
  for (const path of [`${auth}/me`, '/v1/users', '/v1/files', `${auth}/me`])
    expect(await statusOf(adas, path)).toBe(401)
  expect((await adas.call('POST', `${auth}/confirm`, { password: testPassword })).status).toBe(401)
  expect(await statusOf(bobs)).toBe(200)
})

// The statement waits for minutes.
test.for(faultRounds > 1 ? [3] : [])(
  'an unused session ends according to the clock of the machine, after %i minutes',
  async () => {
    const testApp = await buildTestApp()
    const [used, unused] = [await signedIn(testApp), await signedIn(testApp)]
    const server = await startRealServer(testApp, { SESSION_IDLE_MINUTES: '3' })
    const browsers = [used, unused].map(({ cookies }) => httpBrowser(server, cookies)) as [HttpBrowser, HttpBrowser]
    expect(await Promise.all(browsers.map((browser) => statusOf(browser)))).toEqual([200, 200])
    const endsAtMs = Date.now() + 3.5 * minuteMs
    while (Date.now() < endsAtMs) {
      expect(await statusOf(browsers[0])).toBe(200)
      await sleep(10_000)
    }
    expect(await statusOf(browsers[1])).toBe(401)
  },
)

test('on the real server, access that ends at the provider ends here, only for the removed admin', async () => {
  const testApp = await buildTestApp()
  const { port, url } = await reserveUrl()
  const provider = await startRealProvider([`${url}/sign-on`])
  const people = [
    await createAdmin(testApp, { email: 'ada@example.org' }),
    await createAdmin(testApp, { email: 'bob@example.org' }),
  ]
  const settings = signOnSettings(provider.issuer, { PORT: port })
  const server = await startRealServer(testApp, settings)
  const browsers: HttpBrowser[] = []
  for (const { email } of people) {
    provider.accounts.set(email, { email, email_verified: true })
    const browser = httpBrowser(server)
    const { url: begun } = await dataOf<{ url: string }>(browser.call('POST', `${auth}/sign-on`, {}))
    const answer = await signInAtProvider(begun, email)
    expect((await browser.call('POST', `${auth}/sign-on/finish`, { answer })).status).toBe(200)
    browsers.push(browser)
  }
  provider.accounts.delete('ada@example.org')
  for (const admin of people) await passTime(testApp, { admin }, 6 * minuteMs)
  // A start checks the sessions that are due, as every minute does.
  await server.end('SIGTERM')
  await startRealServer(testApp, settings)
  const statuses = () => Promise.all(browsers.map((browser) => statusOf(browser)))
  await expect.poll(statuses, { timeout: 5 * minuteMs, interval: 1_000 }).toEqual([401, 200])
  await provider.stop()
  for (const admin of people) await passTime(testApp, { admin }, 6 * minuteMs)
  expect(await statuses()).toEqual([401, 200])
})

test('on the real server only emergency accounts can use a password, and every super admin is notified', async () => {
  const provider = await startRealProvider(['http://localhost/sign-on'])
  const [emergency, other] = ['emergency@example.org', 'other@example.org'] as const
  // The first is a super admin, the second is not.
  const OIDC_EMERGENCY_ADMINS = `${emergency},plain@example.org`
  const settings = signOnSettings(provider.issuer, { OIDC_ONLY: '1', OIDC_EMERGENCY_ADMINS })
  const testApp = await buildTestApp(settings)
  for (const email of [emergency, other]) await createAdmin(testApp, { email, role: 'super_admin' })
  await createAdmin(testApp, { email: 'plain@example.org' })
  const server = await startRealServer(testApp, settings)
  const signIn = async (email: string) =>
    (await httpBrowser(server).call('POST', `${auth}/login`, { email, password: testPassword })).status
  expect(await signIn(other)).toBe(401)
  expect(await signIn('plain@example.org')).toBe(401)
  expect(await signIn(`${emergency}.example.org`)).toBe(401)
  expect(await signIn(emergency.toUpperCase())).toBe(200)
  const mailed = async () =>
    (await keptMails(testApp))
      .filter(({ kind }) => kind === 'emergency-access')
      .map(({ to }) => to)
      .toSorted()
  await expect.poll(mailed, { timeout: minuteMs }).toEqual([emergency, other])
  // Neither a link for a new password nor its request bypasses this.
  for (const email of [other, emergency]) await httpBrowser(server).call('POST', `${auth}/forgot-password`, { email })
  const recoveries = async () => {
    const mails = await keptMails(testApp)
    return mails.filter(({ kind }) => kind === 'password-reset').map(({ to }) => to)
  }
  await expect.poll(recoveries, { timeout: minuteMs }).toEqual([emergency])
})
