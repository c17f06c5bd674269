import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { byOperator, byServer } from '../../core/audit/entry.ts'

type Access = { at: string; act: string; outcome: string; by: string }

async function start(environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment)
  const [user, other] = await insertUsers(testApp, [
    { memberId: 'HM-1', lastName: 'Llewellyn' },
    { memberId: 'HM-2', lastName: 'Other' },
  ])
  if (!user || !other) throw new Error('no users')
  const reader = await withToken(testApp, ['accesses:read'])
  const list = async (userId: string, query = '') => {
    const url = `/machine/v1/users/${userId}/accesses${query}`
    const answer = await testApp.app.inject({ url, headers: reader.headers })
    return {
      status: answer.statusCode,
      body: answer.body,
      ...answer.json<{ data: Access[]; meta: { next: string | null } }>(),
    }
  }
  return { testApp, user, other, reader, list }
}

const summaryOf = ({ data }: { data: Access[] }) => data.map(({ act, outcome, by }) => [act, outcome, by])

async function accessUser({ testApp, user }: Awaited<ReturnType<typeof start>>) {
  const { app, context } = testApp
  const staff = await signedIn(testApp, { fullName: 'Ada Admin' })
  await staff.call('GET', `/v1/users/${user.id}/reports`)
  await staff.call('GET', '/v1/users?search=HM')
  const product = await withToken(testApp, ['users:write'])
  const line = Buffer.from(`${JSON.stringify({ id: user.id, firstName: 'Siân' })}\n`)
  const headers = { ...product.headers, 'content-type': 'application/x-ndjson' }
  await app.inject({ method: 'POST', url: '/machine/v1/users', headers, payload: line })
  await context.audit.write([{ ...byOperator, action: 'users.import', subjects: [`user:${user.id}`] }])
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('PUT', `/v1/users/${user.id}/legal-hold`, { reason: 'Court case' })
  await boss.call('DELETE', `/v1/users/${user.id}/legal-hold`)
  return staff
}

test('[service-accounts-13] the product reads who accessed a user, without names, and nothing of anyone else', async () => {
  const world = await start()
  const { testApp, user, other, reader, list } = world
  const staff = await accessUser(world)

  const first = await list(user.id)

  expect([first.status, first.meta]).toEqual([200, { next: null }])
  expect(summaryOf(first)).toEqual([
    ['Imported users', 'ok', 'a system administrator'],
    ['Added or updated users', 'ok', 'your health-data product'],
    ['Searched users', 'ok', 'a member of staff'],
    ['Viewed a user’s reports', 'ok', 'a member of staff'],
  ])
  expect(first.data.map((each) => Object.keys(each))).toEqual(first.data.map(() => ['at', 'act', 'outcome', 'by']))
  const foreign = ['Ada', staff.admin.id, staff.admin.email, other.id, 'HM-2', '127.0.0.1', reader.id, user.id]
  for (const each of foreign) expect([each, first.body.includes(each)]).toEqual([each, false])

  // Its own reading is logged, and left out of what it reads.
  expect(summaryOf(await list(user.id))).toEqual(summaryOf(first))
  const { db } = testApp.context
  const ownEntries = db.selectFrom('auditEvents').select(['actorId', 'subjects', 'outcome'])
  const own = { actorId: reader.id, subjects: `["user:${user.id}"]`, outcome: 'ok' }
  expect(await ownEntries.where('action', '=', 'accesses.read').execute()).toEqual([own, own])
})

test('[service-accounts-13] with ACCESS_LOG_NAMES, members of staff are named, and service accounts are not', async () => {
  const world = await start({ ACCESS_LOG_NAMES: '1' })
  await accessUser(world)
  const { data } = await world.list(world.user.id)
  expect(data.map(({ by }) => by)).toEqual([
    'a system administrator',
    'your health-data product',
    'Ada Admin',
    'Ada Admin',
  ])
  const { audit } = world.testApp.context
  await audit.write([{ ...byServer, actorId: 'gone', action: 'user.view', subjects: [`user:${world.user.id}`] }])
  expect((await world.list(world.user.id)).data[0]?.by).toBe('a former member of staff')
})

test('accesses are in pages of 100, newest first, without repetition', { tags: 'postgres' }, async () => {
  const { testApp, user, list } = await start()
  const { audit } = testApp.context
  const staff = await signedIn(testApp, {})
  testApp.freeze()
  const subjects = [`user:${user.id}` as const]
  const source = { ...byServer, actorId: staff.admin.id }
  // The times of many entries are equal, so only the sequence distinguishes them.
  for (let count = 0; count < 210; count += 1) {
    if (count % 70 === 0) testApp.advance(1)
    await audit.write([{ ...source, action: count % 2 ? 'report.view' : 'user.view', subjects }])
  }
  const pages: Access[][] = []
  for (let after = ''; ;) {
    const { data, meta } = await list(user.id, after)
    pages.push(data)
    if (meta.next === null) break
    after = `?after=${meta.next}`
  }
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 10])
  const acts = pages.flat().map(({ act }) => act)
  expect(acts).toEqual(acts.map((_, index) => (index % 2 ? 'Viewed a user' : 'Viewed a report')))
  const times = pages.flat().map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await list(user.id, '?after=invented')).status).toBe(400)
})

test('[service-accounts-13] an unknown user and an erased one are not found', async () => {
  const { testApp, user, other, list } = await start()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await insertReports(testApp, 'only-reports', [{ at: '2026-03-08T00:00:00Z' }])
  await boss.call('GET', `/v1/users/${user.id}/reports`)
  await boss.call('POST', `/v1/users/${user.id}/erasure`, { reason: 'Asked for it', memberId: 'HM-1' })

  expect((await list('unknown')).status).toBe(404)
  const erased = await list(user.id)
  expect([erased.status, erased.body.includes('Viewed')]).toEqual([404, false])
  expect((await list(other.id)).status).toBe(200)
  expect((await list('only-reports')).status).toBe(200)
})

test('no other scope reads accesses', async () => {
  const { testApp, user } = await start()
  const { headers } = await withToken(testApp, ['models:read', 'users:write', 'reports:write'])
  const answer = await testApp.app.inject({ url: `/machine/v1/users/${user.id}/accesses`, headers })
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'insufficient_scope'])
})

test('pages neither repeat nor lose accesses that are written between them, and a cursor of another user shows nothing of theirs', async () => {
  const { testApp, user, list } = await start()
  const { audit } = testApp.context
  const [wide] = await insertUsers(testApp, [{ id: 'ＨＭ－😀', memberId: 'HM-3' }])
  const staff = await signedIn(testApp, {})
  const access = async (id: string, action: 'user.view' | 'report.view', count: number) => {
    const entry = { ...byServer, actorId: staff.admin.id, action, subjects: [`user:${id}` as const] }
    for (let written = 0; written < count; written += 1) await audit.write([entry])
  }
  await access(user.id, 'user.view', 101)
  await access(wide?.id ?? '', 'report.view', 101)
  const path = encodeURIComponent(wide?.id ?? '')
  const own = await list(user.id)
  const theirs = await list(path)
  await access(user.id, 'user.view', 1)

  expect([own.data.length, (await list(user.id, `?after=${own.meta.next}`)).data.length]).toEqual([100, 1])
  expect(theirs.data.map(({ act }) => act)).toEqual(Array.from({ length: 100 }, () => 'Viewed a report'))
  for (const [id, cursor, act] of [
    [user.id, theirs.meta.next, 'Viewed a user'],
    [path, own.meta.next, 'Viewed a report'],
  ] as const)
    expect(
      new Set((await list(id, `?after=${cursor}`)).data.map((each) => each.act)).difference(new Set([act])),
    ).toEqual(new Set())
})
