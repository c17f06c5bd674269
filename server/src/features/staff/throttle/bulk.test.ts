import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { type Session, sessionOf, signedIn, testPassword } from '../../../../testing/factories.ts'
import { insertReports } from '../../../../testing/reports/insert-reports.ts'
import { patientRows, showRows } from '../../../../testing/patients/rows.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'
import { createMetrics, type Metrics } from '../../../operations/metrics/metrics.ts'

const minuteMs = 60_000
const limits = {
  PAGE_SIZE: '2',
  BULK_PEOPLE: '5',
  BULK_REPORTS: '5',
  BULK_AUDIT_ROWS: '3',
  BULK_DOWNLOADS: '2',
}

/** A super admin who signed in an hour ago. */
async function longSignedIn() {
  let metrics: Metrics | undefined
  const watch: NonNullable<Parameters<typeof buildTestApp>[1]>['watch'] = (app, context) => {
    metrics = createMetrics(context.config)
    metrics.watch(app, context, () => 0)
  }
  const testApp = await buildTestApp({ ...limits, SESSION_IDLE_MINUTES: '600' }, { watch })
  testApp.freeze()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  testApp.advance(60 * minuteMs)
  const limitsReached = async () =>
    (await metrics?.registry.metrics())
      ?.replaceAll(/,?console="[^"]+",?/g, '')
      .match(/bulk_limits_total\{kind="\w+"\} [1-9]\d*/g)
  return { testApp, boss, limitsReached }
}

/** The statuses of requests, one after another. */
async function statuses({ call }: Session, urls: string[]): Promise<number[]> {
  const input: number[] = []
  for (const url of urls) input.push((await call('GET', url)).statusCode)
  return input
}

async function confirmed({ app }: TestApp, boss: Session): Promise<Session> {
  const answer = await boss.call('POST', '/v1/auth/admin/confirm', { password: testPassword })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  return {
    ...boss,
    cookies,
    call: (method, url, body) =>
      app.inject({ method, url, cookies, ...(body !== undefined && { body: body as object }) }),
  }
}

test('[session-13] beyond the hourly limit users are shown only after a confirmation, which restarts the count', async () => {
  const { testApp, boss, limitsReached } = await longSignedIn()
  const [user] = await insertUsers(testApp, Array(9).fill({ firstName: 'Mara' }))
  await showRows(testApp, patientRows(3))
  const one = `/v1/users/${user?.id}`
  expect(await statuses(boss, ['/v1/users', '/v1/hospital-patients', '/v1/users?page=2', one, one])).toEqual([
    200, 200, 403, 200, 403,
  ])
  const { error } = (await boss.call('GET', '/v1/users?search=mara')).json()
  expect(error).toMatchObject({
    code: 'confirm_identity',
    limit: 'people',
    message: 'More than 5 people within an hour. Confirm your identity to continue.',
  })
  expect(await limitsReached()).toEqual(['bulk_limits_total{kind="people"} 3'])
  const denied = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'outcome', 'reason', 'actorId'])
    .where('reason', '=', 'bulk_people')
    .orderBy('sequence')
    .execute()
  const row = { outcome: 'denied', reason: 'bulk_people', actorId: boss.admin.id }
  expect(denied).toEqual([
    { ...row, action: 'users.list' },
    { ...row, action: 'user.view' },
  ])
  const logged = testApp.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'security event', reason: 'bulk_people' }))

  testApp.advance(1)
  const later = await confirmed(testApp, boss)
  // For ten minutes nothing is rejected.
  expect(await statuses(later, Array(4).fill('/v1/users'))).toEqual([200, 200, 200, 200])
  testApp.advance(10 * minuteMs + 1)
  expect(await statuses(later, [one])).toEqual([403])
  const again = await confirmed(testApp, later)
  testApp.advance(10 * minuteMs + 1)
  expect(await statuses(again, ['/v1/users', '/v1/users', '/v1/users'])).toEqual([200, 200, 403])
  testApp.advance(60 * minuteMs)
  expect(await statuses(again, ['/v1/users', '/v1/users', '/v1/users'])).toEqual([200, 200, 403])
})

test(
  'views in one session of an admin count in the others, whose limits a confirmation of the first does not lift',
  { tags: 'postgres' },
  async () => {
    const { testApp, boss } = await longSignedIn()
    await insertUsers(testApp, Array(9).fill({ firstName: 'Mara' }))
    const thief = await sessionOf(testApp, boss.admin)
    testApp.advance(10 * minuteMs + 1)
    expect(await statuses(thief, ['/v1/users', '/v1/users', '/v1/users'])).toEqual([200, 200, 403])
    expect(await statuses(boss, ['/v1/users'])).toEqual([403])
    const owner = await confirmed(testApp, boss)
    testApp.advance(1)
    expect(await statuses(owner, Array(3).fill('/v1/users'))).toEqual([200, 200, 200])
    expect(await statuses(thief, ['/v1/users'])).toEqual([403])
    // Everything that either session is shown from then on counts for the owner, too.
    testApp.advance(10 * minuteMs + 1)
    expect(await statuses(owner, ['/v1/users'])).toEqual([403])
  },
)

test('a HEAD request counts like the GET, because its length reveals what would be shown', async () => {
  const { testApp, boss } = await longSignedIn()
  await insertUsers(testApp, Array(9).fill({ firstName: 'Mara' }))
  const head = async () => {
    const answer = await testApp.app.inject({ method: 'HEAD', url: '/v1/users?search=mara', cookies: boss.cookies })
    return answer.statusCode
  }
  expect([await head(), await head(), await head()]).toEqual([200, 200, 403])
  expect(await statuses(boss, ['/v1/users'])).toEqual([403])
})

test('reports count when they are listed, read and downloaded; those of others do not', async () => {
  const { testApp, boss } = await longSignedIn()
  const other = await signedIn(testApp, { role: 'admin' })
  testApp.advance(10 * minuteMs + 1)
  const [user] = await insertUsers(testApp, [{ firstName: 'Mara' }])
  const days = ['01', '02', '03', '04'].map((day) => ({ at: `2026-03-${day}T00:00:00Z` }))
  const [report] = await insertReports(testApp, user?.id ?? '', days)
  const list = `/v1/users/${user?.id}/reports`
  const one = `${list}/${report?.reportId}`
  expect(await statuses(boss, [list, one, `${list}?all=true`, `${one}?download=true`, list, one, one])).toEqual([
    200, 200, 403, 200, 403, 200, 403,
  ])
  expect(await statuses(other, [`${list}?all=true`, one, one])).toEqual([200, 200, 403])
  const { id } = boss.admin
  await testApp.context.db
    .updateTable('sessions')
    .set({ confirmedAtMs: testApp.context.now() })
    .where('adminId', '=', id)
    .execute()
  expect(await statuses(boss, [`${list}?all=true`])).toEqual([200])
})

test('rows of the audit log count, whatever the filter', async () => {
  const { boss } = await longSignedIn()
  const none = '/v1/audit-events?text=nothing-has-this'
  expect(await statuses(boss, ['/v1/users', '/v1/users', none])).toEqual([200, 200, 200])
  expect(await statuses(boss, ['/v1/audit-events', none, '/v1/audit-events', none])).toEqual([200, 200, 403, 200])
})

test('concurrent requests show no more than sequential ones', { tags: 'postgres' }, async () => {
  const { testApp, boss } = await longSignedIn()
  await insertUsers(testApp, Array(9).fill({ firstName: 'Mara' }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => boss.call('GET', '/v1/users')))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  const shown = await testApp.context.db
    .selectFrom('auditEvents')
    .select('outcome')
    .where('outcome', '=', 'ok')
    .execute()
  expect(shown).toHaveLength(2)
})

test(
  'each download of a model file counts, but not each of its ranges, and a rejected link leads to the files',
  { tags: 'postgres' },
  async () => {
    const { testApp, boss } = await longSignedIn()
    const again = await confirmed(testApp, boss)
    const { app } = testApp
    const { cookies } = again
    const body = { filename: 'prompt.txt', name: 'Prompt file' }
    const created = (await app.inject({ method: 'POST', url: '/v1/files', cookies, body })).json()
    const target = new URL(created.url[0])
    const content = Buffer.from('Say it in one sentence.')
    const headers = { 'content-type': 'application/octet-stream' }
    await app.inject({ method: 'PUT', url: target.pathname + target.search, headers, body: content })
    const published = { id: created.file.id, version: 1, filename: 'prompt.txt' }
    await app.inject({ method: 'PATCH', url: `/v1/files/${created.file.id}`, cookies, body: published })
    testApp.advance(10 * minuteMs + 1)

    const url = `/v1/files/${created.file.id}/versions/1/download`
    const get = async (more: Record<string, string> = {}) =>
      (await app.inject({ url, cookies, headers: more })).statusCode
    const range = { range: 'bytes=4-' }
    const prepare = async () =>
      (await app.inject({ method: 'POST', url: '/v1/files/downloads/preparation', cookies })).statusCode
    expect([await get(range), await get(range), await get(range), await prepare()]).toEqual([206, 206, 206, 204])
    expect([await get(), await get(), await prepare(), await get(range)]).toEqual([200, 403, 403, 206])
    expect((await app.inject({ url: url.replace('download', 'text'), cookies })).statusCode).toBe(403)
    const opened = await app.inject({ url, cookies, headers: { 'sec-fetch-mode': 'navigate' } })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/files'])
  },
)
