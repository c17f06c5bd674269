import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

async function startErasing({ users = 1 } = {}) {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const { headers, id } = await withToken(testApp, ['users:erase'])
  const ids = (
    await insertUsers(
      testApp,
      Array.from({ length: users }, () => ({})),
    )
  ).map((user) => user.id)
  const erase = (userId = ids[0], query = '?reason=Asked+for+it') =>
    testApp.app.inject({ method: 'DELETE', url: `/machine/v1/users/${userId}${query}`, headers })
  return { testApp, context: testApp.context, boss, accountId: id, ids, erase }
}

test('a user is erased as in the console, with a reason, and erasing again changes nothing', async () => {
  const { context, ids, erase, accountId } = await startErasing()
  expect((await erase(ids[0], '')).statusCode).toBe(400)
  expect((await erase('nobody')).statusCode).toBe(404)
  expect((await erase()).statusCode).toBe(204)
  expect((await erase()).statusCode).toBe(204)
  expect(await context.db.selectFrom('endUsers').select('id').execute()).toEqual([])
  const [erasure] = await context.db.selectFrom('erasures').selectAll().execute()
  expect(erasure).toMatchObject({ userId: ids[0], reason: 'Asked for it' })
  const logged = await context.db
    .selectFrom('auditEvents')
    .select(['subjects', 'actorId'])
    .where('action', '=', 'user.erase')
    .where('outcome', '=', 'ok')
    .execute()
  expect(logged).toEqual([{ subjects: `["user:${ids[0]}"]`, actorId: accountId }])
})

test('a user on legal hold cannot be erased', async () => {
  const { context, boss, ids, erase } = await startErasing()
  await boss.call('PUT', `/v1/users/${ids[0]}/legal-hold`, { reason: 'A claim is open' })
  expect((await erase()).statusCode).toBe(409)
  expect(await context.db.selectFrom('endUsers').select('id').execute()).toHaveLength(1)
})

test('an account may erase a hundred users per hour, and beyond twenty in a day the super admins are emailed once', async () => {
  const { context, testApp, ids, erase } = await startErasing({ users: 102 })
  testApp.freeze()
  const mails = () =>
    context.db.selectFrom('outbox').select(['recipient', 'content']).where('kind', '=', 'many-erasures').execute()
  for (const id of ids.slice(0, 20)) await erase(id)
  expect(await mails()).toEqual([])
  for (const id of ids.slice(20, 100)) expect((await erase(id)).statusCode).toBe(204)
  const sent = await mails()
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(sent.length)
  expect(sent[0]?.content).toContain('Ingest')
  const rejected = await erase(ids[100])
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '3600'])
  expect((await erase(ids[0])).statusCode).toBe(204)
  testApp.advance(3_600_000)
  expect((await erase(ids[100])).statusCode).toBe(204)
  expect(await mails()).toHaveLength(sent.length)
})
