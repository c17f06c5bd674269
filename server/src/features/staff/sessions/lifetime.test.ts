import { createHash } from 'node:crypto'
import { hashToken } from '../../../core/crypto/token.ts'
import { expect, test } from 'vitest'
import { updateRole } from '../admins/store.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keepSession } from './store.ts'

const minuteMs = 60_000
const me = '/v1/auth/admin/me'

const signIn = ({ app }: TestApp, email: string, cookies: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password: testPassword }, cookies })
const withCookie = ({ app }: TestApp, session: string) =>
  app.inject({ method: 'GET', url: me, cookies: { 'session-3000': session } })
const cookiesOf = ({ cookies }: Pick<Awaited<ReturnType<typeof signIn>>, 'cookies'>) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
const sessionIn = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.cookies.find((cookie) => cookie.name === 'session-3000')?.value ?? ''

test('[session-1] a session without a request ends after the idle time', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const { call } = await signedIn(testApp)
  testApp.advance(15 * minuteMs - 1_000)
  expect((await call('GET', me)).statusCode).toBe(200)
  testApp.advance(15 * minuteMs)
  const ended = await call('GET', me)
  expect(ended.statusCode).toBe(401)
  expect(ended.json().error).toMatchObject({
    code: 'unauthenticated',
    message: 'Your session has ended. Sign in again.',
  })
})

test('nothing that keeps a session alive restores one that has ended', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const { call, cookies } = await signedIn(testApp)
  const { db, config, now } = testApp.context
  const keep = () =>
    keepSession(db, hashToken(cookies['session-3000'] ?? ''), { idleMs: config.sessionIdleMs, nowMs: now() })
  testApp.advance(15 * minuteMs - 1_000)
  await keep()
  testApp.advance(15 * minuteMs - 1_000)
  expect((await call('GET', me)).statusCode).toBe(200)
  testApp.advance(15 * minuteMs)
  await keep()
  expect((await call('GET', me)).statusCode).toBe(401)
})

test('[session-2] a session in use also ends after its maximum lifetime', async () => {
  const testApp = await buildTestApp({ SESSION_HOURS: '1' })
  testApp.freeze()
  const { call } = await signedIn(testApp)
  for (let minute = 0; minute < 60; minute += 10) {
    expect((await call('GET', me)).statusCode).toBe(200)
    testApp.advance(10 * minuteMs)
  }
  expect((await call('GET', me)).statusCode).toBe(401)
})

test('the limits are settings, and sent to the browser', async () => {
  const testApp = await buildTestApp({ SESSION_IDLE_MINUTES: '3', SESSION_HOURS: '2' })
  const { call } = await signedIn(testApp)
  const { session } = (await call('GET', me)).json().data
  expect(session.idleSeconds).toBe(180)
  expect(Date.parse(session.expiresAt) - testApp.context.now()).toBeGreaterThan(119 * minuteMs)
  testApp.advance(3 * minuteMs)
  expect((await call('GET', me)).statusCode).toBe(401)
})

test('every sign-in creates a new session, ends the browser’s previous one, and never accepts a session id from the client', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email: 'ada@example.org' })
  const planted = 'A'.repeat(43)
  const first = sessionIn(await signIn(testApp, 'ada@example.org', { 'session-3000': planted }))
  expect(first).not.toBe(planted)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  expect((await withCookie(testApp, planted)).statusCode).toBe(401)

  const second = sessionIn(await signIn(testApp, 'ada@example.org', { 'session-3000': first }))
  expect(second).not.toBe(first)
  expect((await withCookie(testApp, first)).statusCode).toBe(401)
  expect((await withCookie(testApp, second)).statusCode).toBe(200)
})

test('signing out ends only the session of the request, and has the same response without one', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email: 'ada@example.org' })
  const [here, there] = [
    sessionIn(await signIn(testApp, 'ada@example.org')),
    sessionIn(await signIn(testApp, 'ada@example.org')),
  ]
  const out = () =>
    testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/logout', cookies: { 'session-3000': here } })
  for (const answer of [await out(), await out()]) {
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.cookies).toMatchObject([{ name: 'session-3000', value: '', path: '/' }])
  }
  expect((await withCookie(testApp, here)).statusCode).toBe(401)
  expect((await withCookie(testApp, there)).statusCode).toBe(200)
})

test('[session-8] the database contains the hash of a session and of a device, never the cookie', async () => {
  const testApp = await buildTestApp()
  const { cookies } = await signedIn(testApp)
  const { db } = testApp.context
  const sha256 = (text = '') => createHash('sha256').update(text).digest('hex')
  expect(await db.selectFrom('sessions').select('tokenHash').execute()).toEqual([
    { tokenHash: sha256(cookies['session-3000']) },
  ])
  expect(await db.selectFrom('knownDevices').select('tokenHash').execute()).toEqual([
    { tokenHash: sha256(cookies['device-3000']) },
  ])
})

test('[session-7] a changed role applies from the next request on', async () => {
  const testApp = await buildTestApp()
  const { admin, call } = await signedIn(testApp, { role: 'admin' })
  const { db } = testApp.context
  const revoke = () => call('POST', '/v1/admins/access/revoke', { userIds: ['unknown'] })
  expect((await revoke()).statusCode).toBe(403)
  await updateRole(db, [admin.id], 'super_admin')
  expect((await revoke()).statusCode).toBe(404)
  await updateRole(db, [admin.id], 'user')
  expect((await revoke()).statusCode).toBe(401)
})

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5_000), '%00', 'undefined', '[object Object]'])(
  'a cookie that is not a session lets no one in: %s',
  async (value) => {
    const testApp = await buildTestApp()
    await signedIn(testApp)
    expect((await withCookie(testApp, value)).statusCode).toBe(401)
  },
)

test('on http loopback cookie names contain the port; over https cookies are bound to the host', async () => {
  const plain = await buildTestApp()
  await createAdmin(plain, { email: 'ada@example.org' })
  const common = { path: '/', httpOnly: true, sameSite: 'Lax' }
  const [session, device] = (await signIn(plain, 'ada@example.org')).cookies
  expect(session).toMatchObject({ name: 'session-3000', ...common })
  expect(Object.keys(session ?? {}).sort()).toEqual(['httpOnly', 'name', 'path', 'sameSite', 'value'])
  expect(device).toMatchObject({ name: 'device-3000', ...common, maxAge: 400 * 24 * 3600 })
  expect(device).not.toHaveProperty('secure')

  const secure = await buildTestApp({ PUBLIC_URL: 'https://console.example.org', MAIL_DELIVERY: 'off' })
  await createAdmin(secure, { email: 'ada@example.org' })
  const answer = await signIn(secure, 'ada@example.org')
  expect(answer.cookies).toMatchObject([
    { name: '__Host-session', ...common, secure: true },
    { name: '__Host-device', ...common, secure: true },
  ])
  for (const cookie of answer.cookies) expect(cookie).not.toHaveProperty('domain')
  const value = sessionIn(answer) || (answer.cookies[0]?.value ?? '')
  expect((await withCookie(secure, value)).statusCode).toBe(401)
  const me2 = await secure.app.inject({ method: 'GET', url: me, cookies: { '__Host-session': value } })
  expect(me2.statusCode).toBe(200)
})

test('[session-14] cookie names contain a port that is not the default, so consoles on one host have separate sessions', async () => {
  const names = async (settings: Record<string, string>) => {
    const testApp = await buildTestApp({ MAIL_DELIVERY: 'off', ...settings })
    await createAdmin(testApp, { email: 'ada@example.org' })
    return (await signIn(testApp, 'ada@example.org')).cookies.map(({ name }) => name)
  }
  expect(await names({ PUBLIC_URL: 'http://localhost' })).toEqual(['session', 'device'])
  expect(await names({ PUBLIC_URL: 'http://localhost:3100' })).toEqual(['session-3100', 'device-3100'])
  expect(await names({ PUBLIC_URL: 'https://console.example.org:443' })).toEqual(['__Host-session', '__Host-device'])
  expect(await names({ PUBLIC_URL: 'https://console.example.org:8443' })).toEqual([
    '__Host-session-8443',
    '__Host-device-8443',
  ])
})

test('[session-14] signing out of one console leaves the session of another on the same host', async () => {
  const consoles = [await buildTestApp(), await buildTestApp({ PUBLIC_URL: 'http://localhost:3100' })] as const
  const browser: Record<string, string> = {}
  for (const testApp of consoles) {
    await createAdmin(testApp, { email: 'ada@example.org' })
    Object.assign(browser, cookiesOf(await signIn(testApp, 'ada@example.org')))
  }
  const [here, there] = consoles
  const out = await here.app.inject({ method: 'POST', url: '/v1/auth/admin/logout', cookies: browser })
  Object.assign(browser, cookiesOf(out))
  expect((await here.app.inject({ url: me, cookies: browser })).statusCode).toBe(401)
  expect((await there.app.inject({ url: me, cookies: browser })).statusCode).toBe(200)
})
