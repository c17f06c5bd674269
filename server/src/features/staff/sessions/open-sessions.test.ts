import type { OpenSession } from '@health-console/contract/staff/own-sessions.ts'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { countTrustedDevices, trustAllDevices } from '../../../../testing/sessions/trust.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const own = '/v1/auth/admin/sessions'
const minuteMs = 60_000

/** Signs in as from another machine. */
async function signInFrom({ app }: TestApp, email: string, userAgent: string, remoteAddress: string) {
  const headers = { 'user-agent': userAgent }
  const body = { email, password: testPassword }
  const answer = await app.inject({ method: 'POST', url: '/v1/auth/admin/login', headers, remoteAddress, body })
  expect(answer.statusCode).toBe(200)
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  return {
    cookies,
    call: (method: 'GET' | 'DELETE', url: string) => app.inject({ method, url, cookies }),
  }
}

async function listed({ call }: Pick<Session, 'call'>, url = own): Promise<OpenSession[]> {
  const answer = await call('GET', url)
  expect(answer.statusCode).toBe(200)
  return answer.json().data.sessions
}

const isAlive = async ({ call }: { call: Session['call'] }) =>
  (await call('GET', '/v1/auth/admin/me')).statusCode === 200

test('admins see where they are signed in: browser and system, IP address, times, and the newest first', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const ada = await signedIn(testApp)
  await signedIn(testApp)
  testApp.advance(minuteMs)
  await signInFrom(testApp, ada.admin.email, firefox, '192.0.2.7')
  const nowMs = testApp.context.now()
  const sessions = await listed(ada)
  expect(sessions).toEqual([
    {
      id: expect.any(String),
      browser: 'Firefox',
      system: 'Windows',
      address: '192.0.2.7',
      createdAt: new Date(nowMs).toISOString(),
      lastSeenAt: new Date(nowMs).toISOString(),
      isCurrent: false,
    },
    expect.objectContaining({
      browser: '',
      system: '',
      createdAt: new Date(nowMs - minuteMs).toISOString(),
      lastSeenAt: new Date(nowMs).toISOString(),
      isCurrent: true,
    }),
  ])
  // A session that was idle for too long has ended, whether or not its row is deleted yet.
  testApp.advance(14 * minuteMs)
  await ada.call('GET', '/v1/auth/admin/me')
  testApp.advance(2 * minuteMs)
  expect((await listed(ada)).map(({ isCurrent }) => isCurrent)).toEqual([true])
})

test('a user agent of any length and content is shortened and cleaned', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp)
  await signInFrom(testApp, ada.admin.email, `curl/8 ${'x'.repeat(5_000)}`, '192.0.2.7')
  expect((await listed(ada)).map(({ browser }) => browser)).toEqual(expect.arrayContaining(['', 'curl']))
  const rows = await testApp.context.db.selectFrom('sessions').select('userAgent').execute()
  expect(Math.max(...rows.map(({ userAgent }) => userAgent.length))).toBeLessThanOrEqual(300)
})

test('[session-9] one other session is revoked immediately; not the one of the request, and no other admin’s', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp)
  const eve = await signedIn(testApp)
  const phone = await signInFrom(testApp, ada.admin.email, firefox, '192.0.2.7')
  const sessions = await listed(ada)
  const current = sessions.find(({ isCurrent }) => isCurrent)
  const other = sessions.find(({ isCurrent }) => !isCurrent)

  expect((await eve.call('DELETE', `${own}/${other?.id}`)).statusCode).toBe(404)
  expect((await ada.call('DELETE', `${own}/${current?.id}`)).statusCode).toBe(409)
  expect([await isAlive(ada), await isAlive(phone)]).toEqual([true, true])

  expect((await ada.call('DELETE', `${own}/${other?.id}`)).statusCode).toBe(204)
  expect([await isAlive(ada), await isAlive(phone)]).toEqual([true, false])
  expect((await ada.call('DELETE', `${own}/${other?.id}`)).statusCode).toBe(404)
  expect(await recordOf(testApp, 'session.end')).toContainEqual({
    actorId: ada.admin.id,
    outcome: 'ok',
    subjects: JSON.stringify([`admin:${ada.admin.id}`, `session:${other?.id}`]),
  })
})

test('[session-9] signing out everywhere else leaves only the session of the request', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp)
  const eve = await signedIn(testApp)
  const others = [
    await signInFrom(testApp, ada.admin.email, firefox, '192.0.2.7'),
    await signInFrom(testApp, ada.admin.email, firefox, '192.0.2.8'),
  ]
  expect((await ada.call('DELETE', own)).statusCode).toBe(204)
  expect(await Promise.all([ada, eve, ...others].map(isAlive))).toEqual([true, true, false, false])
  expect(await listed(ada)).toHaveLength(1)
})

test('[session-10] super admins see and revoke the sessions of others, whose access stays', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const ada = await signedIn(testApp)
  const phone = await signInFrom(testApp, ada.admin.email, firefox, '192.0.2.7')
  const url = `/v1/admins/${ada.admin.id}/sessions`
  const sessions = await listed(boss, url)
  expect(sessions.map(({ browser, isCurrent }) => [browser, isCurrent]).toSorted()).toEqual([
    ['', false],
    ['Firefox', false],
  ])
  const onPhone = sessions.find(({ browser }) => browser === 'Firefox')
  expect((await boss.call('DELETE', `/v1/admins/${boss.admin.id}/sessions/${onPhone?.id}`)).statusCode).toBe(404)
  expect((await boss.call('DELETE', `${url}/${onPhone?.id}`)).statusCode).toBe(204)
  expect([await isAlive(ada), await isAlive(phone)]).toEqual([true, false])
  await trustAllDevices(testApp)
  expect((await boss.call('DELETE', url)).statusCode).toBe(204)
  expect(await isAlive(ada)).toBe(false)
  expect([await countTrustedDevices(testApp, ada), await countTrustedDevices(testApp, boss)]).toEqual([0, 1])
  await signInFrom(testApp, ada.admin.email, firefox, '192.0.2.7')

  // Their own session is never revoked in this way.
  expect((await boss.call('DELETE', `/v1/admins/${boss.admin.id}/sessions`)).statusCode).toBe(204)
  expect(await isAlive(boss)).toBe(true)
  const person = JSON.stringify([`admin:${ada.admin.id}`])
  for (const action of ['admin.list_sessions', 'admin.end_sessions'])
    expect(await recordOf(testApp, action)).toContainEqual({ actorId: boss.admin.id, outcome: 'ok', subjects: person })
})

test('an admin without access has no sessions to list', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const former = await createAdmin(testApp, { role: 'user' })
  for (const id of [former.id, 'unknown']) {
    expect((await boss.call('GET', `/v1/admins/${id}/sessions`)).statusCode).toBe(404)
    expect((await boss.call('DELETE', `/v1/admins/${id}/sessions`)).statusCode).toBe(404)
  }
})

function recordOf({ context: { db } }: TestApp, action: string) {
  return db
    .selectFrom('auditEvents')
    .select(['actorId', 'outcome', 'subjects'])
    .where('action', '=', action)
    .orderBy('sequence')
    .execute()
}
