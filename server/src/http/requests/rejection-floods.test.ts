import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../testing/factories.ts'
import { createAuthenticator } from '../../../testing/passkeys/software-authenticator.ts'
import { patientsWith, writeTestTable, workbook } from '../../../testing/patients/upload.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { setSecondFactor } from '../../../testing/sessions/second-factor.ts'
import { startFakeProvider } from '../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../testing/sign-on/test-browser.ts'

type Send = (n: number) => Promise<{ statusCode: number }>
type Flood = (testApp: TestApp) => Promise<Send>

const whoami = '/machine/v1/whoami'
const login = ({ app }: TestApp, body: object) => app.inject({ method: 'POST', url: '/v1/auth/admin/login', body })

/** A flood for each file that marks errors as `rejected`, by the path of the file. */
const floods: Record<string, Flood> = {
  'http/errors.ts': async (testApp) => {
    const [owner, other] = [await signedIn(testApp), await signedIn(testApp)]
    const { id } = await writeTestTable(testApp, owner, workbook(patientsWith(2)))
    return () => other.call('GET', `/v1/patient-imports/${id}`)
  },
  'features/staff/service-accounts/authenticate.ts': async ({ app }) => {
    return (n) => app.inject(`${whoami}?token=${n}`)
  },
  'features/staff/sign-in/pass-second-factor.ts': async (testApp) => {
    const ada = await signedIn(testApp)
    await setSecondFactor(testApp, ada)
    return () => login(testApp, { email: ada.admin.email, password: testPassword })
  },
  'features/staff/sign-in/sign-in.ts': async (testApp) => {
    return (n) => login(testApp, { email: `nobody${n}@example.org`, password: 'Wrong-password-1' })
  },
  'features/staff/sign-in/sign-in-by-passkey.ts': async (testApp) => {
    const url = '/v1/auth/admin/passkey-login'
    const authenticator = createAuthenticator({ origin: testApp.context.config.publicUrl })
    const creation = (await (await signedIn(testApp)).call('POST', '/v1/auth/admin/passkeys')).json().data
    authenticator.create(creation)
    const { data } = (await testApp.app.inject({ method: 'POST', url: `${url}/options` })).json()
    const passkey = authenticator.get(data)
    return () => testApp.app.inject({ method: 'POST', url, body: { passkey } })
  },
  'features/staff/sign-on/provider-errors.ts': async (testApp) => {
    const browser = new TestBrowser(testApp)
    return async () => {
      const state = new URL(await browser.begin()).searchParams.get('state')
      return browser.finish(`?error=access_denied&state=${state}`)
    }
  },
}

const others: Record<string, Flood> = {
  'a token from another network': async (testApp) => {
    const { headers } = await withToken(testApp, ['models:read'], { networks: ['192.0.2.0/24'] })
    return () => testApp.app.inject({ url: whoami, headers, remoteAddress: '198.51.100.7' })
  },
  'guessed tokens': async ({ app }) => {
    return (n) => app.inject({ url: whoami, headers: { authorization: `Bearer hc_${n}` } })
  },
  'links that are unknown': async ({ app }) => {
    return (n) => app.inject(`/v1/auth/admin/forgot-password/guess-${n}`)
  },
  'wrong passwords and codes in a session': async (testApp) => {
    const { call } = await signedIn(testApp)
    const wrong = [{ password: 'Wrong-password-1' }, { code: '000000' }]
    return (n) => call('POST', '/v1/auth/admin/confirm', wrong[n % 2])
  },
  'wrong codes of an admin’s app': async (testApp) => {
    const ada = await signedIn(testApp)
    await setSecondFactor(testApp, ada)
    return () => login(testApp, { email: ada.admin.email, password: testPassword, code: '000000' })
  },
}

const folder = path.join(import.meta.dirname, '../..')

test('every file that marks errors as rejected has its flood in this test', () => {
  const names = globSync('**/*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))
  const marking = names.filter((name) => readFileSync(path.join(folder, name), 'utf8').includes('isRejection: true'))
  expect(marking.toSorted()).toEqual(Object.keys(floods).toSorted())
})

test.each(Object.entries({ ...floods, ...others }))(
  'a flood of rejected requests leaves two rows of each kind, with their number: %s',
  async (_name, flood) => {
    const provider = await startFakeProvider()
    const testApp = await buildTestApp(signOnSettings(provider.issuer))
    await createAdmin(testApp)
    const send = await flood(testApp)
    for (let n = 0; n < 20; n += 1) expect((await send(n)).statusCode).toBeGreaterThanOrEqual(400)
    await testApp.app.close()
    const rows = await testApp.context.db
      .selectFrom('auditEvents')
      .select(['action', 'reason', 'subjects', 'count'])
      .where('outcome', '!=', 'ok')
      .execute()
    const kinds = Map.groupBy(rows, ({ action, reason, subjects }) => `${action} ${reason} ${subjects}`)
    expect(Math.max(...[...kinds.values()].map(({ length }) => length))).toBeLessThanOrEqual(2)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(20)
  },
)

test('a flood from many addresses hides neither the attacked account nor the service account', async () => {
  const testApp = await buildTestApp()
  const ada = await createAdmin(testApp)
  for (let n = 0; n < 120; n += 1) await testApp.app.inject({ url: '/v1/users', remoteAddress: `10.0.0.${n}` })
  for (let n = 0; n < 3; n += 1) await login(testApp, { email: ada.email, password: 'Wrong-password-1' })
  await testApp.app.close()
  const rows = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['subjects', 'count'])
    .where('reason', '=', 'wrong_credentials')
    .execute()
  const subjects = JSON.stringify([`admin:${ada.id}`])
  expect(rows).toEqual([
    { subjects, count: 1 },
    { subjects, count: 2 },
  ])
})
