import type { PasskeyRequest } from '@health-console/contract/staff/passkeys.ts'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { named } from '../../../../testing/audit-log.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { prepareSession } from '../sessions/begin-session.ts'
import { checkPasskey, signInByPasskey } from './sign-in-by-passkey.ts'
import { deleteEnded } from '../../../operations/delete-ended.ts'

const minuteMs = 60_000
const loginUrl = '/v1/auth/admin/login'
const aloneUrl = '/v1/auth/admin/passkey-login'

const cookiesOf = (answer: LightMyRequestResponse) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))

/** The status, code and message of a response. */
function rejectionOf(answer: LightMyRequestResponse) {
  const { code, message } = answer.json().error
  return `${answer.statusCode} ${code}: ${message}`
}

/** An admin with a passkey, a minute after it was added, and a browser without a session. */
async function withPasskey() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { authenticator, recoveryCodes } = await addPasskey(testApp, ada)
  testApp.advance(minuteMs)
  const browser: Record<string, string> = {}

  async function post(url: string, body?: object, { app = testApp.app, ip = '192.0.2.1', cookies = browser } = {}) {
    const answer = await app.inject({ method: 'POST', url, cookies, remoteAddress: ip, ...(body && { body }) })
    const passkey = cookiesOf(answer)['passkey-3000']
    if (passkey !== undefined) cookies['passkey-3000'] = passkey
    return answer
  }
  /** The first step. @returns what the browser needs for the second one */
  const firstStep = async (email = 'ada@example.org'): Promise<PasskeyRequest> =>
    (await post(loginUrl, { email, password: testPassword })).json().error.secondFactor.passkey
  const login = (passkey: object, more: object = {}) =>
    post(loginUrl, { email: 'ada@example.org', password: testPassword, passkey, ...more })
  const getOptions = async (): Promise<PasskeyRequest> => (await post(`${aloneUrl}/options`)).json().data
  return { testApp, ada, authenticator, recoveryCodes, browser, post, firstStep, login, getOptions }
}

const expired = 'The passkey request has expired. Try again.'
const used = 'This passkey response has already been used. Try again.'
const unknown = 'This passkey is unknown. It belongs to another console, or it was removed.'
const uncheckable = 'The passkey couldn’t be checked. Try again.'

test('for the password alone, the response lists what to send; a passkey signs in, and no session exists before', async () => {
  const { ada, authenticator, post, login } = await withPasskey()
  const first = await post(loginUrl, { email: 'ada@example.org', password: testPassword })
  expect(rejectionOf(first)).toBe('401 second_factor: Use a passkey, or enter a recovery code.')
  expect(Object.keys(cookiesOf(first))).toEqual(['passkey-3000'])
  const { ways, passkey } = first.json().error.secondFactor
  expect(ways).toEqual(['passkey', 'recovery_code'])
  expect(passkey).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' })
  const answer = await login(authenticator.get(passkey, { isVerified: false }))
  expect(answer.json().data).toMatchObject({ user: { email: 'ada@example.org' }, secondFactor: 'set' })
  expect(Object.keys(cookiesOf(answer))).toEqual(['session-3000', 'device-3000'])
  expect((await ada.call('GET', '/v1/auth/admin/second-factor')).json().data.passkeys[0].lastUsedAt).not.toBe('')
})

test('an admin who has an app as well may send either; one without a factor is not asked, whatever else is sent', async () => {
  const { testApp, ada, authenticator, post, firstStep, login } = await withPasskey()
  await setSecondFactor(testApp, ada)
  const first = await post(loginUrl, { email: 'ada@example.org', password: testPassword })
  expect(first.json().error.secondFactor.ways).toEqual(['passkey', 'code', 'recovery_code'])
  expect((await login(authenticator.get(await firstStep()))).statusCode).toBe(200)
  await signedIn(testApp, { email: 'bob@example.org' })
  const answer = await login(authenticator.get(await firstStep()), { email: 'bob@example.org' })
  expect(answer.json().data.secondFactor).toBe('none')
})

test('a recovery code signs in without an app; the error for an app code says that there is no app', async () => {
  const { recoveryCodes, post } = await withPasskey()
  const body = { email: 'ada@example.org', password: testPassword }
  expect(rejectionOf(await post(loginUrl, { ...body, code: '123456' }))).toBe(
    '401 second_factor: No authenticator app is set up. Use a passkey, or a recovery code.',
  )
  expect((await post(loginUrl, { ...body, code: recoveryCodes[0] })).statusCode).toBe(200)
})

test('a wrong password gets the same response with and without a passkey, a factor or an account', async () => {
  const { testApp, authenticator, post, firstStep } = await withPasskey()
  await signedIn(testApp, { email: 'bob@example.org' })
  const passkey = authenticator.get(await firstStep())
  const bodies = new Set<string>()
  for (const email of ['ada@example.org', 'bob@example.org', 'unknown@example.org'])
    for (const more of [{}, { passkey }]) {
      const answer = await post(loginUrl, { email, password: 'Wrong-horse-7', ...more }, { ip: '192.0.2.9' })
      const { requestId: _, ...error } = answer.json().error
      bodies.add(JSON.stringify([answer.statusCode, error, answer.cookies]))
    }
  expect(bodies.size).toBe(1)
})

test('as a second step, an old, used, foreign or forged response is rejected with a new request', async () => {
  const { testApp, authenticator, browser, firstStep, login } = await withPasskey()
  const late = authenticator.get(await firstStep())
  testApp.advance(5 * minuteMs)
  const rejected = await login(late)
  expect(rejectionOf(rejected)).toBe(`401 second_factor: ${expired}`)
  const again = authenticator.get(rejected.json().error.secondFactor.passkey)
  expect((await login(again)).statusCode).toBe(200)
  expect(rejectionOf(await login(again))).toBe(`401 second_factor: ${used}`)

  const elsewhere = authenticator.get(await firstStep())
  browser['passkey-3000'] = 'another-browser'
  expect(rejectionOf(await login(elsewhere))).toBe(`401 second_factor: ${expired}`)
  const wrongOrigin = authenticator.get(await firstStep(), { origin: 'https://evil.example' })
  expect(rejectionOf(await login(wrongOrigin))).toMatch(/Passkeys work only at http:\/\/localhost/)
  expect(rejectionOf(await login(authenticator.get(await firstStep(), { rpId: 'evil.example' })))).toMatch(uncheckable)
  const forged = authenticator.get(await firstStep())
  forged.response.signature = authenticator.get(await firstStep()).response.signature
  expect(rejectionOf(await login(forged))).toMatch(uncheckable)

  testApp.advance(20 * minuteMs)
  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  const other = await addPasskey(testApp, bob)
  const [credential] = other.authenticator.credentials
  expect(
    rejectionOf(await login(other.authenticator.get(await firstStep(), { ...(credential && { credential }) }))),
  ).toBe('401 second_factor: This passkey belongs to another account. Use one of this account.')
})

test('a passkey on its own signs in: it has verified the user, and counts as two factors', async () => {
  const { testApp, ada, authenticator, post, getOptions } = await withPasskey()
  const options = await getOptions()
  expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
  const answer = await post(aloneUrl, { passkey: authenticator.get(options) })
  expect(answer.json().data).toMatchObject({ user: { email: 'ada@example.org' }, secondFactor: 'set' })
  expect(Object.keys(cookiesOf(answer))).toEqual(['session-3000', 'device-3000'])
  const log = testApp.context.db.selectFrom('auditEvents').select(['action', 'actorId', 'outcome'])
  expect(await log.orderBy('sequence', 'desc').limit(1).execute()).toEqual([
    { action: 'session.sign_in', actorId: ada.admin.id, outcome: 'ok' },
  ])
  const touched = await post(aloneUrl, { passkey: authenticator.get(await getOptions(), { isVerified: false }) })
  expect(rejectionOf(touched)).toBe(
    '401 wrong_credentials: This passkey didn’t ask for a PIN, fingerprint or face. Use another sign-in method.',
  )
})

test('a passkey on its own with an old, used, foreign, unknown, removed or forged response is rejected and logged', async () => {
  const { testApp, ada, authenticator, browser, post, getOptions } = await withPasskey()
  const alone = async (passkey: object) => rejectionOf(await post(aloneUrl, { passkey }))
  const late = authenticator.get(await getOptions())
  testApp.advance(5 * minuteMs)
  expect(await alone(late)).toBe(`401 wrong_credentials: ${expired}`)
  const good = authenticator.get(await getOptions())
  expect((await post(aloneUrl, { passkey: good })).statusCode).toBe(200)
  expect(await alone(good)).toBe(`401 wrong_credentials: ${used}`)
  const elsewhere = authenticator.get(await getOptions())
  browser['passkey-3000'] = 'another-browser'
  expect(await alone(elsewhere)).toBe(`401 wrong_credentials: ${expired}`)
  expect(await alone({ ...authenticator.get(await getOptions()), id: 'AAAA' })).toBe(
    `401 wrong_credentials: ${unknown}`,
  )
  testApp.advance(20 * minuteMs)
  expect(await alone(authenticator.get(await getOptions(), { userHandle: 'Ym9i' }))).toMatch(uncheckable)
  expect(await alone(authenticator.get(await getOptions(), { origin: 'https://evil.example' }))).toMatch(/work only at/)
  const log = testApp.context.db.selectFrom('auditEvents').select(['action', 'outcome', 'reason', 'subjects'])
  expect(await log.where('outcome', '!=', 'ok').execute()).toContainEqual({
    action: 'session.sign_in',
    outcome: 'failed',
    reason: 'wrong_credentials',
    subjects: named(`admin:${ada.admin.id}`),
  })

  const fresh = await signedIn(testApp, { email: 'cleo@example.org' })
  const cleo = await addPasskey(testApp, fresh)
  const removedMeanwhile = cleo.authenticator.get(await getOptions())
  expect((await fresh.call('DELETE', '/v1/auth/admin/second-factor')).statusCode).toBe(204)
  expect(await alone(removedMeanwhile)).toBe(`401 wrong_credentials: ${unknown}`)
})

test('a challenge of one step is not valid for another', async () => {
  const { ada, authenticator, post, firstStep, login, getOptions } = await withPasskey()
  expect(rejectionOf(await login(authenticator.get(await getOptions())))).toBe(`401 second_factor: ${expired}`)
  const step = authenticator.get(await firstStep())
  expect(rejectionOf(await post(aloneUrl, { passkey: step }))).toBe(`401 wrong_credentials: ${expired}`)
  const confirmed = await ada.call('POST', '/v1/auth/admin/confirm', {
    passkey: authenticator.get(await getOptions()),
  })
  expect(rejectionOf(confirmed)).toBe(`400 invalid: ${expired}`)
})

test('a counter that does not increase is rejected, and one that stays at 0 is ignored', async () => {
  const { authenticator, post, getOptions } = await withPasskey()
  const alone = async (counter: number) =>
    post(aloneUrl, { passkey: authenticator.get(await getOptions(), { counter }) })
  expect((await alone(0)).statusCode).toBe(200)
  expect((await alone(7)).statusCode).toBe(200)
  for (const counter of [7, 3, 0]) expect(rejectionOf(await alone(counter))).toMatch(/may have been copied/)
  expect((await alone(8)).statusCode).toBe(200)
})

test('two replicas share each step, and of many responses to one challenge exactly one signs in', async () => {
  const { testApp, ada, authenticator, browser, post } = await withPasskey()
  const second = await startReplica(testApp)
  const replicas = [testApp.app, second]
  const options = (await post(`${aloneUrl}/options`, undefined, { app: second })).json().data
  const device = { ...browser, 'device-3000': ada.cookies['device-3000'] ?? '' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      post(aloneUrl, { passkey: authenticator.get(options) }, { app: replicas[index % 2] ?? second, cookies: device }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const body = { email: 'ada@example.org', password: testPassword }
  const first = await post(loginUrl, body, { app: second, cookies: device })
  const passkey = authenticator.get(first.json().error.secondFactor.passkey)
  const done = await post(loginUrl, { ...body, passkey }, { cookies: device })
  expect(done.statusCode).toBe(200)

  // The actions are confirming the identity, renaming and removing.
  const cookies = cookiesOf(done)
  const call = (app: typeof second, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, sent?: object) =>
    app.inject({ method, url, cookies, ...(sent && { body: sent }) })
  const list = async (app: typeof second) =>
    (await call(app, 'GET', '/v1/auth/admin/second-factor')).json().data.passkeys
  const [{ id }] = await list(second)
  const url = `/v1/auth/admin/passkeys/${id}`
  testApp.advance(11 * minuteMs)
  expect((await call(second, 'PATCH', url, { name: 'Desk' })).json().error.code).toBe('confirm_identity')
  const question = (await call(testApp.app, 'POST', '/v1/auth/admin/confirm/options')).json().data
  const confirmation = { passkey: authenticator.get(question) }
  const confirmed = await call(second, 'POST', '/v1/auth/admin/confirm', confirmation)
  expect(confirmed.statusCode).toBe(204)
  Object.assign(cookies, cookiesOf(confirmed))
  const again = await call(testApp.app, 'POST', '/v1/auth/admin/confirm', confirmation)
  expect(again.json().error.message).toBe('This passkey response has already been used. Try again.')
  expect((await call(testApp.app, 'PATCH', url, { name: 'Desk' })).statusCode).toBe(204)
  expect(await list(second)).toMatchObject([{ id, name: 'Desk' }])
  expect((await call(second, 'DELETE', url)).statusCode).toBe(204)
  expect(await list(testApp.app)).toEqual([])
  const removed = await post(aloneUrl, { passkey: authenticator.get((await post(`${aloneUrl}/options`)).json().data) })
  expect(rejectionOf(removed)).toContain('This passkey is unknown.')
})

test('after five failures an attacker waits, and a browser that signed in before is limited separately', async () => {
  const { ada, authenticator, browser, post, getOptions } = await withPasskey()
  const wrong = async (from: object) =>
    post(aloneUrl, { passkey: { ...authenticator.get(await getOptions()), rawId: 'AAAA' } }, from)
  const answers = []
  for (let count = 0; count < 6; count += 1) answers.push((await wrong({})).statusCode)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  const known = { ...browser, 'device-3000': ada.cookies['device-3000'] ?? '' }
  const own = await post(aloneUrl, { passkey: authenticator.get(await getOptions()) }, { cookies: known })
  expect(own.statusCode).toBe(200)
})

test.each([
  [
    'access was revoked',
    (boss: Session, { admin }: Session) => boss.call('POST', '/v1/admins/access/revoke', { userIds: [admin.id] }),
  ],
  [
    'password was changed',
    (_boss: Session, ada: Session) =>
      ada.call('PATCH', '/v1/auth/admin/password', { oldPassword: testPassword, newPassword: 'Copper-lantern-9' }),
  ],
  [
    'passkey was removed',
    (boss: Session, { admin }: Session) => boss.call('DELETE', `/v1/admins/${admin.id}/second-factor`),
  ],
])('a passkey that was accepted before the %s begins no session afterwards', async (_what, act) => {
  const { testApp, ada, authenticator, browser, getOptions } = await withPasskey()
  const { context } = testApp
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const options = await getOptions()
  const origin = { ip: '192.0.2.1', deviceToken: undefined, browser: browser['passkey-3000'] ?? '' }
  const checked = await checkPasskey(context, authenticator.get(options), origin)
  expect((await act(boss, ada)).statusCode).toBeLessThan(300)
  const sessionsOfAda = () =>
    context.db.selectFrom('sessions').selectAll().where('adminId', '=', ada.admin.id).execute()
  const before = await sessionsOfAda()
  const session = await prepareSession(context, { cookies: {}, headers: {}, ip: '192.0.2.1' } as FastifyRequest)
  const begun = context.db
    .transaction()
    .execute((transaction) => signInByPasskey(transaction, context, checked, session))
    .catch((error: unknown) => error)
  expect(await begun).toMatchObject({ code: 'wrong_credentials' })
  expect(await sessionsOfAda()).toEqual(before)
})

test('a passkey makes the browser trusted if this is requested', async () => {
  const { authenticator, post, firstStep, login } = await withPasskey()
  const cookies = cookiesOf(await login(authenticator.get(await firstStep()), { trustDevice: true }))
  const body = { email: 'ada@example.org', password: testPassword }
  expect((await post(loginUrl, body, { cookies })).statusCode).toBe(200)
})

test('the identity is confirmed once by a passkey that verifies the user', async () => {
  const { testApp, ada, authenticator } = await withPasskey()
  testApp.advance(10 * minuteMs)
  const sensitive = (by: Session) => by.call('POST', '/v1/auth/admin/second-factor/recovery-codes')
  expect((await sensitive(ada)).json().error.code).toBe('confirm_identity')
  const url = '/v1/auth/admin/confirm'
  const getOptions = async () => (await ada.call('POST', `${url}/options`)).json().data
  const confirm = (passkey: object) => ada.call('POST', url, { passkey })
  expect((await getOptions()).allowCredentials).toHaveLength(1)
  expect(rejectionOf(await confirm(authenticator.get(await getOptions(), { isVerified: false })))).toMatch(
    /^400 invalid: This passkey didn’t ask for a PIN/,
  )
  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  const other = await addPasskey(testApp, bob)
  const [credential] = other.authenticator.credentials
  expect(
    rejectionOf(await confirm(other.authenticator.get(await getOptions(), { ...(credential && { credential }) }))),
  ).toBe('400 invalid: This passkey belongs to another account. Use one of this account.')
  const good = authenticator.get(await getOptions())
  const confirmed = await confirm(good)
  expect(confirmed.statusCode).toBe(204)
  const cookies = { ...ada.cookies, ...cookiesOf(confirmed) }
  const renew = { method: 'POST', url: '/v1/auth/admin/second-factor/recovery-codes', cookies } as const
  expect((await testApp.app.inject(renew)).statusCode).toBe(200)
  const replayed = await testApp.app.inject({ method: 'POST', url, cookies, body: { passkey: good } })
  expect(rejectionOf(replayed)).toBe(`400 invalid: ${used}`)
})

test('used challenges are deleted once they have expired', async () => {
  const { testApp, authenticator, post, getOptions } = await withPasskey()
  await post(aloneUrl, { passkey: authenticator.get(await getOptions()) })
  const { db } = testApp.context
  const count = async () => (await db.selectFrom('spentChallenges').selectAll().execute()).length
  await deleteEnded(testApp.context)
  expect(await count()).toBe(2)
  testApp.advance(6 * minuteMs)
  await deleteEnded(testApp.context)
  expect(await count()).toBe(0)
})
