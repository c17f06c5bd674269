import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { fillCounter } from '../../../../testing/engines/fill-counter.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { attemptToken } from '../throttle/attempts.ts'
import { requireLiveToken } from './store.ts'
import { newServiceToken } from './token.ts'

const url = '/machine/v1/whoami'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const ask = ({ app }: TestApp, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  app.inject({ url, headers, remoteAddress })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function withAccount() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const machine = await withToken(testApp, ['models:read'], { ownerId: boss.admin.id })
  const tokens = `/v1/service-accounts/${machine.id}/tokens`
  const answerOf = async (token: string, remoteAddress?: string) => {
    const { statusCode, headers } = await ask(testApp, bearer(token), remoteAddress)
    return [statusCode, headers['www-authenticate']]
  }
  return { testApp, boss, machine, tokens, answerOf }
}

test('[service-accounts-2] a token shows its account and its expiry; only its hash is stored, and its last use', async () => {
  const { testApp, machine, boss } = await withAccount()
  const { context } = testApp
  expect(machine.token).toMatch(/^hc_[0-9a-f]{32}[\w-]{43}[0-9a-f]{8}$/)
  const answer = await ask(testApp, machine.headers)
  const endsAt = new Date(context.now() + 90 * dayMs).toISOString()
  expect(answer.json()).toEqual({
    data: { id: machine.id, name: 'Ingest', scopes: ['models:read'], token: { id: machine.tokenId, endsAt } },
  })
  const usedAt = new Date(context.now()).toISOString()
  const shown = async () => (await boss.call('GET', '/v1/service-accounts')).json().data[0].tokens
  testApp.advance(59_999)
  await ask(testApp, machine.headers, '192.0.2.8')
  const token = { id: machine.tokenId, state: 'live', endsAt, lastUsedAt: usedAt, lastAddress: '192.0.2.7' }
  expect(await shown()).toMatchObject([token])
  testApp.advance(1)
  await ask(testApp, machine.headers, '192.0.2.8')
  expect(await shown()).toMatchObject([{ lastAddress: '192.0.2.8' }])
  const stored = JSON.stringify(await context.db.selectFrom('serviceTokens').selectAll().execute())
  expect(stored).not.toContain(machine.token.slice(35))
  expect(testApp.logLines.join('')).not.toContain(machine.token.slice(35))
})

test('[service-accounts-5] a token and a cookie each work only for their own endpoints, and no page of another site can read a response', async () => {
  const allowed = 'https://app.example.org'
  const testApp = await buildTestApp({ ALLOWED_ORIGINS: allowed })
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const machine = await withToken(testApp, ['models:read'])
  const { app } = testApp
  const withCookie = await app.inject({ url, cookies: boss.cookies })
  expect([withCookie.statusCode, withCookie.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  const both = await app.inject({ url, cookies: boss.cookies, headers: machine.headers })
  expect(both.json().data.id).toBe(machine.id)
  expect((await app.inject({ url: '/v1/users', headers: machine.headers })).statusCode).toBe(401)

  const origin = { ...machine.headers, origin: allowed }
  const preflight = { origin: allowed, 'access-control-request-method': 'GET' }
  for (const answer of [
    await app.inject({ url, headers: origin }),
    await app.inject({ url, headers: { ...origin, 'sec-fetch-mode': 'navigate' } }),
    await app.inject({ url, headers: preflight, method: 'OPTIONS' }),
  ]) {
    const names = Object.keys(answer.headers)
    expect(names.filter((name) => name.startsWith('access-control') || name === 'set-cookie')).toEqual([])
  }
  const opened = await app.inject({ url, headers: { 'sec-fetch-mode': 'navigate' } })
  expect(opened.statusCode).toBe(401)
})

test('the response to a token that was real explains why it does not work; any other token is only rejected', async () => {
  const { testApp, boss, machine, tokens, answerOf } = await withAccount()
  const rejection = (text: string) => [401, `Bearer error="invalid_token", error_description="${text}"`]
  const unknown = rejection('This token is unknown.')
  expect(await answerOf(newServiceToken().token, '192.0.2.1')).toEqual(unknown)
  // This is the id of a real token with another secret.
  const forged = `${machine.token.slice(0, 35)}${randomBytes(32).toString('base64url')}00000000`
  for (const broken of [forged, machine.token.slice(0, -1), `${machine.token}0`, 'x'])
    expect(await answerOf(broken, '192.0.2.2')).toEqual(
      rejection('This token is incomplete. Compare it with the one that was shown.'),
    )

  const next = (await boss.call('POST', tokens, { expiresInDays: 365 })).json().data
  testApp.advance(24 * hourMs - 1)
  expect((await answerOf(machine.token))[0]).toBe(200)
  testApp.advance(1)
  const rotated = 'The token was replaced by a newer one, and its overlap has ended. Use the newer one.'
  expect(await answerOf(machine.token)).toEqual(rejection(rotated))
  expect((await answerOf(next.token))[0]).toBe(200)
  const { db } = testApp.context
  await db.updateTable('serviceTokens').set({ expiresAtMs: testApp.context.now() }).where('id', '=', next.id).execute()
  expect(await answerOf(next.token)).toEqual(rejection('The token has expired. Create a new one.'))
  const last = await withToken(testApp, ['models:read'])
  await db
    .updateTable('serviceTokens')
    .set({ revokedAtMs: testApp.context.now() })
    .where('id', '=', last.tokenId)
    .execute()
  expect(await answerOf(last.token)).toEqual(rejection('The token was revoked. Create a new one.'))
})

test('a change is rejected once the time of the account is over, as the next request is', async () => {
  const { testApp, machine, answerOf } = await withAccount()
  const { db, now } = testApp.context
  await db.updateTable('serviceAccounts').set({ endsAtMs: now() }).where('id', '=', machine.id).execute()
  const change = db.transaction().execute((transaction) => requireLiveToken(transaction, machine.tokenId, now()))
  await expect(change).rejects.toMatchObject({ code: 'invalid_token' })
  expect((await answerOf(machine.token))[0]).toBe(401)
})

test('[service-accounts-3] a token that is revoked on one replica is rejected by the next request to another', async () => {
  const { testApp, boss, machine, tokens } = await withAccount()
  const replica = await startReplica(testApp)
  const callReplica = async () => (await replica.inject({ url, headers: machine.headers })).statusCode
  expect(await callReplica()).toBe(200)
  expect((await boss.call('DELETE', `${tokens}/${machine.tokenId}`)).statusCode).toBe(204)
  expect(await callReplica()).toBe(401)
})

test('invalid tokens are counted for their network like failed sign-ins; a valid one is never rejected', async () => {
  const { testApp, machine, answerOf } = await withAccount()
  const isKnown = async () => (await ask(testApp, bearer(newServiceToken().token))).statusCode
  expect(await isKnown()).toBe(401)
  const { network = '' } = attemptToken(testApp.context, 'some', '192.0.2.7')
  await fillCounter(testApp, network, { uses: 48, windowMs: 15 * 60_000 })
  expect([await isKnown(), await isKnown()]).toEqual([401, 429])
  const rejected = await ask(testApp, bearer('x'))
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '900'])
  expect((await answerOf(machine.token))[0]).toBe(200)
  expect((await answerOf('x', '198.51.100.7'))[0]).toBe(401)
  const signIn = {
    url: '/v1/auth/admin/login',
    body: { email: 'person@example.org', password: 'wrong-password' },
    remoteAddress: '192.0.2.7',
  }
  expect((await testApp.app.inject({ method: 'POST', ...signIn })).statusCode).toBe(401)

  // Repeating the same token leads to a wait sooner.
  const again = []
  for (let n = 0; n < 6; n += 1) again.push((await answerOf('y', '203.0.113.7'))[0])
  expect(again).toEqual([401, 401, 401, 401, 401, 429])
})

test('[service-accounts-4] a token in a URL is rejected even if it would work, and is not logged', async () => {
  const { testApp, machine } = await withAccount()
  for (const query of [`access_token=${machine.token}`, `q=${machine.token}`, `q=%68c_${machine.token.slice(3)}`]) {
    const answer = await testApp.app.inject({ url: `${url}?${query}`, headers: machine.headers })
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([400, 'Bearer error="invalid_request"'])
    expect(answer.json().error.message).toContain('revoke it')
  }
  const events = await testApp.context.db.selectFrom('auditEvents').selectAll().execute()
  expect(JSON.stringify(events) + testApp.logLines.join('')).not.toContain(machine.token.slice(35))
})

test('an account with networks can only be used from these, and other attempts are logged with the account', async () => {
  const { testApp } = await withAccount()
  const { id, headers } = await withToken(testApp, ['models:read'], { networks: ['192.0.2.0/29', '2001:db8::/48'] })
  const addresses = ['192.0.2.7', '192.0.2.8', '2001:db8:0:1::1', '2001:db8:1::1', '::ffff:192.0.2.7']
  const statuses = []
  for (const address of addresses) statuses.push((await ask(testApp, headers, address)).statusCode)
  expect(statuses).toEqual([200, 403, 200, 403, 200])
  const { db } = testApp.context
  const events = await db.selectFrom('auditEvents').select(['outcome', 'reason', 'subjects', 'address']).execute()
  expect(events.at(-1)).toEqual({
    outcome: 'denied',
    reason: 'forbidden',
    subjects: JSON.stringify([`service_account:${id}`]),
    address: '2001:db8:1::1',
  })
})
