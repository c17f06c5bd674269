import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { keptMails } from '../../../../testing/mail/mails.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { updateRole } from '../admins/store.ts'
import { careForAccounts } from './care-for-accounts.ts'

const url = '/v1/service-accounts'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function withBoss() {
  const testApp = await buildTestApp({ SESSION_IDLE_MINUTES: '600' })
  testApp.freeze()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org', fullName: 'Bo Boss' })
  return { testApp, boss, db: testApp.context.db }
}

const whoami = async ({ app }: TestApp, token: string) =>
  (await app.inject({ url: '/machine/v1/whoami', headers: { authorization: `Bearer ${token}` } })).statusCode

const actionsOf = async ({ context: { db } }: TestApp) =>
  (await db.selectFrom('auditEvents').select(['action', 'outcome', 'actorId']).orderBy('sequence').execute())
    .filter(({ action, outcome }) => /^(service_account|token)\./.test(action) && outcome === 'ok')
    .map(({ action }) => action)

test('an account is created, changed and revoked, each with its entry; its tokens are revoked with it', async () => {
  const { testApp, boss } = await withBoss()
  const input = { name: 'Ingest', scopes: ['users:write', 'reports:write'], networks: ['192.0.2.0/24'] }
  const made = await boss.call('POST', url, input)
  expect(made.statusCode).toBe(201)
  const account = made.json().data
  const owner = { id: boss.admin.id, fullName: 'Bo Boss', email: 'boss@example.org' }
  expect(account).toMatchObject({ ...input, owner, endsAt: null, tokens: [] })
  const own = `${url}/${account.id}`
  const changed = await boss.call('PATCH', own, { name: 'Intake', networks: [] })
  expect(changed.json().data).toMatchObject({ name: 'Intake', networks: [], scopes: input.scopes })
  const token = (await boss.call('POST', `${own}/tokens`, {})).json().data.token
  expect(await whoami(testApp, token)).toBe(200)
  expect((await boss.call('GET', url)).body).not.toContain(token.slice(35))
  expect((await boss.call('DELETE', own)).statusCode).toBe(204)
  expect(await whoami(testApp, token)).toBe(401)
  expect((await boss.call('DELETE', own)).statusCode).toBe(404)
  expect((await boss.call('GET', url)).json().data).toEqual([])
  expect(await actionsOf(testApp)).toEqual([
    'service_account.create',
    'service_account.change',
    'token.create',
    'service_account.list',
    'service_account.end',
    'service_account.list',
  ])
})

test.each([
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['users:read'] }, 'scopes.0'],
  [{ scopes: ['models:read', 'models:read'] }, 'scopes'],
  [{ scopes: ['users:erase', 'users:write'] }, 'scopes'],
  [{ scopes: ['reports:write', 'models:read', 'users:erase'] }, 'scopes'],
  [{ scopes: ['accesses:read', 'models:read'] }, 'scopes'],
  [{ scopes: ['users:write', 'accesses:read'] }, 'scopes'],
  [{ name: ' ' }, 'name'],
  [{ networks: ['192.0.2.7'] }, 'networks.0'],
  [{ networks: ['192.0.2.0/33'] }, 'networks.0'],
])('a service account with %o is rejected', async (input, field) => {
  const { boss } = await withBoss()
  const answer = await boss.call('POST', url, { name: 'Ingest', scopes: ['models:read'], ...input })
  expect([answer.statusCode, answer.json().error.fields.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    [field],
  ])
})

test('at most two tokens work; a leaked one is revoked immediately, and none outlives the chosen time', async () => {
  const { testApp, boss } = await withBoss()
  const { id, token: first } = await withToken(testApp, ['models:read'])
  const tokens = `${url}/${id}/tokens`
  const make = (body: object = {}) => boss.call('POST', tokens, body)
  const second = (await make()).json().data
  expect([await whoami(testApp, first), await whoami(testApp, second.token)]).toEqual([200, 200])
  const third = await make()
  expect([third.statusCode, third.json().error.message]).toEqual([
    409,
    'This service account already has two valid tokens. Revoke one first, or choose an overlap of 0 hours.',
  ])
  const fresh = (await make({ expiresInDays: 1, overlapHours: 0 })).json().data
  for (const token of [first, second.token]) expect(await whoami(testApp, token)).toBe(401)
  const shown = (await boss.call('GET', url)).json().data[0].tokens
  expect(shown.map(({ state }: { state: string }) => state)).toEqual(['live', 'rotated', 'rotated'])
  expect(fresh.expiresAt).toBe(new Date(testApp.context.now() + dayMs).toISOString())
  expect((await boss.call('DELETE', `${tokens}/${fresh.id}`)).statusCode).toBe(204)
  expect(await whoami(testApp, fresh.token)).toBe(401)
  expect((await boss.call('DELETE', `${tokens}/${fresh.id}`)).statusCode).toBe(404)
  for (const body of [{ expiresInDays: 366 }, { expiresInDays: 0 }, { overlapHours: -1 }, { overlapHours: 169 }])
    expect((await make(body)).statusCode).toBe(400)
})

test(
  '[service-accounts-6] an account without its owner is announced, and disabled after 14 days unless another super admin takes it over',
  { tags: 'postgres' },
  async () => {
    const { testApp, boss, db } = await withBoss()
    const ada = await signedIn(testApp, { role: 'super_admin', email: 'ada@example.org', fullName: 'Ada Owner' })
    const kept = await withToken(testApp, ['models:read'], { ownerId: ada.admin.id })
    const lost = await withToken(testApp, ['models:read'], { ownerId: ada.admin.id })
    await updateRole(db, [ada.admin.id], 'user')
    const replicas = () => Promise.all([1, 2, 3].map(() => careForAccounts(testApp.context)))
    const mailed = async () => (await keptMails(testApp)).filter(({ kind }) => kind === 'service-account')
    await replicas()
    expect((await mailed()).map(({ to }) => to)).toEqual(Array(2).fill('boss@example.org'))
    expect((await mailed())[0]?.text).toContain('Ada Owner, the owner of service account Ingest, no longer has access')
    const endsAt = new Date(testApp.context.now() + 14 * dayMs).toISOString()
    expect((await boss.call('GET', url)).json().data).toMatchObject([{ endsAt }, { endsAt }])
    expect((await boss.call('POST', `${url}/${lost.id}/tokens`, {})).statusCode).toBe(409)

    const adopted = await boss.call('POST', `${url}/${kept.id}/takeover`)
    expect(adopted.json().data).toMatchObject({ endsAt: null, owner: { email: 'boss@example.org' } })
    testApp.advance(11 * dayMs)
    await replicas()
    expect(await mailed()).toHaveLength(3)
    testApp.advance(3 * dayMs)
    // This is also true if no job runs.
    expect([await whoami(testApp, kept.token), await whoami(testApp, lost.token)]).toEqual([200, 401])
    await replicas()
    await replicas()
    expect(await actionsOf(testApp)).toEqual([
      'service_account.flag',
      'service_account.flag',
      'service_account.list',
      'service_account.take_over',
      'service_account.remind',
      'service_account.end',
    ])
  },
)

test('the planned end is cancelled when the owner has access again', async () => {
  const { testApp, db } = await withBoss()
  const ada = await signedIn(testApp, { role: 'super_admin' })
  await withToken(testApp, ['models:read'], { ownerId: ada.admin.id })
  for (const role of ['user', 'admin'] as const) {
    await updateRole(db, [ada.admin.id], role)
    await careForAccounts(testApp.context)
  }
  expect(await db.selectFrom('serviceAccounts').select(['endsAtMs', 'endedAtMs']).execute()).toEqual([
    { endsAtMs: null, endedAtMs: null },
  ])
  expect(await actionsOf(testApp)).toEqual(['service_account.flag', 'service_account.keep'])
})

test('the owner is emailed 14 days before a token expires, and all super admins 3 days before', async () => {
  const { testApp, boss, db } = await withBoss()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { id } = await withToken(testApp, ['models:read'], { ownerId: ada.admin.id })
  const short = await withToken(testApp, ['models:read'], { ownerId: boss.admin.id })
  const soonMs = testApp.context.now() + 10 * dayMs
  await db.updateTable('serviceTokens').set({ expiresAtMs: soonMs }).where('id', '=', short.tokenId).execute()
  const mailed = async () => {
    await careForAccounts(testApp.context)
    await careForAccounts(testApp.context)
    return (await keptMails(testApp)).map(({ to }) => to).toSorted()
  }
  expect(await mailed()).toEqual([])
  testApp.advance(76 * dayMs)
  expect(await mailed()).toEqual(['ada@example.org', 'boss@example.org', 'boss@example.org'].slice(0, 1))
  testApp.advance(11 * dayMs)
  expect(await mailed()).toEqual(['ada@example.org', 'ada@example.org', 'boss@example.org'])
  // A token that has been replaced does not have to be replaced again.
  await boss.call('POST', `${url}/${id}/tokens`, {})
  testApp.advance(dayMs)
  expect(await mailed()).toHaveLength(3)
})
