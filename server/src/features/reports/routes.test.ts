import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { named } from '../../../testing/audit-log.ts'

type Listed = { reportId: string }
const idsOf = (body: { data: { reports: Listed[] } }) => body.data.reports.map((report) => report.reportId)

async function oneUser(environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment)
  const { call, cookies } = await signedIn(testApp)
  await insertUsers(testApp, [{ id: 'u1' }, { id: 'u2' }])
  const get = async (query: string) => (await call('GET', `/v1/users/u1/reports${query}`)).json()
  return { testApp, call, cookies, get }
}

test('a report is returned complete, as the product stored it', async () => {
  const { testApp, call } = await oneUser()
  const document =
    '{"generatedAt":1772841600,"reportId":"r1","vitals":{"heartRate":[61.50,72]},"note":"é\\u00e9\\"","n":null}'
  const row = { id: 'r1', userId: 'u1', generatedAt: 1772841600, document }
  await testApp.context.db.insertInto('reports').values(row).execute()

  const listed = await call('GET', '/v1/users/u1/reports')
  expect(listed.headers['cache-control']).toBe('no-store')
  expect(listed.body).toContain(`{"data":{"reports":[${document}],"meta":{`)
  expect(listed.json().data.reports).toEqual([JSON.parse(document)])
  const all = await call('GET', '/v1/users/u1/reports?all=true')
  expect(all.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  expect(all.body).toBe(`{"data":{"reports":[${document}]}}`)
})

test('a user without reports has one empty page and an empty array', async () => {
  const { get } = await oneUser()
  expect(await get('')).toEqual({
    data: {
      reports: [],
      meta: { amount: 0, nextPageElems: 0, page: 1, pageSize: 20, prevPageElems: 0, totalAmount: 0, totalPages: 1 },
      unfilteredAmount: 0,
    },
  })
  expect(await get('?all=true')).toEqual({ data: { reports: [] } })
})

test(
  'newest reports are first, ties are sorted by id, on every page and past the end',
  { tags: 'postgres' },
  async () => {
    const { testApp, get } = await oneUser({ PAGE_SIZE: '2' })
    await insertReports(testApp, 'u1', [
      { at: '2026-03-07T10:00:00Z', reportId: 'b' },
      { at: '2026-03-07T10:00:00Z', reportId: 'c' },
      { at: '2026-03-09T10:00:00Z', reportId: 'newest' },
      { at: '2026-03-07T10:00:00Z', reportId: 'a' },
      { at: '2025-12-31T23:59:59Z', reportId: 'oldest' },
    ])
    await insertReports(testApp, 'u2', [{ at: '2026-03-08T10:00:00Z', reportId: 'foreign' }])
    const meta = { pageSize: 2, totalAmount: 5, totalPages: 3 }
    for (const [page, ids, pageMeta] of [
      [1, ['newest', 'c'], { ...meta, page: 1, amount: 2, prevPageElems: 0, nextPageElems: 2 }],
      [2, ['b', 'a'], { ...meta, page: 2, amount: 2, prevPageElems: 2, nextPageElems: 1 }],
      [3, ['oldest'], { ...meta, page: 3, amount: 1, prevPageElems: 2, nextPageElems: 0 }],
      [4, [], { ...meta, page: 4, amount: 0, prevPageElems: 1, nextPageElems: 0 }],
    ] as const) {
      const body = await get(`?page=${page}`)
      expect([idsOf(body), body.data.meta]).toEqual([ids, pageMeta])
    }
    expect(idsOf(await get('?all=true'))).toEqual(['newest', 'c', 'b', 'a', 'oldest'])
  },
)

describe('a day', () => {
  test('a day lasts from one UTC midnight to the next', { tags: 'postgres' }, async () => {
    const { testApp, get } = await oneUser()
    await insertReports(testApp, 'u1', [
      { at: '2026-03-06T23:59:59Z', reportId: 'before' },
      { at: '2026-03-07T00:00:00Z', reportId: 'first' },
      { at: '2026-03-07T23:59:59Z', reportId: 'last' },
      { at: '2026-03-08T00:00:00Z', reportId: 'after' },
    ])
    const day = 'date=2026-03-07T00:00:00.000Z'
    const body = await get(`?${day}`)
    expect(idsOf(body)).toEqual(['last', 'first'])
    expect(body.data.meta).toMatchObject({ totalAmount: 2, totalPages: 1 })
    expect(body.data.unfilteredAmount).toBe(4)
    expect(idsOf(await get(`?all=true&${day}`))).toEqual(['last', 'first'])
    expect(idsOf(await get(`?${day}&page=2`))).toEqual([])
    expect(idsOf(await get('?date='))).toHaveLength(4)
    expect(idsOf(await get('?all=false'))).toHaveLength(4)
    expect(idsOf(await get('?date=2026-03-09T00:00:00.000Z'))).toEqual([])
  })
})

describe('a range', () => {
  const start = (day: string) => `${day}T00:00:00.000Z`

  test('a range includes its first and its last day, and may be open at either end', { tags: 'postgres' }, async () => {
    const { testApp, get } = await oneUser()
    await insertReports(testApp, 'u1', [
      { at: '2026-03-06T23:59:59Z', reportId: 'before' },
      { at: '2026-03-07T00:00:00Z', reportId: 'first' },
      { at: '2026-03-09T23:59:59Z', reportId: 'last' },
      { at: '2026-03-10T00:00:00Z', reportId: 'after' },
    ])
    const from = `from=${start('2026-03-07')}`
    const to = `to=${start('2026-03-09')}`
    const body = await get(`?${from}&${to}`)
    expect([idsOf(body), body.data.meta.totalAmount, body.data.unfilteredAmount]).toEqual([['last', 'first'], 2, 4])
    expect(idsOf(await get(`?all=true&${from}&${to}`))).toEqual(['last', 'first'])
    expect(idsOf(await get(`?${from}`))).toEqual(['after', 'last', 'first'])
    expect(idsOf(await get(`?${to}`))).toEqual(['last', 'first', 'before'])
    expect(idsOf(await get(`?from=${start('2026-03-07')}&to=${start('2026-03-07')}`))).toEqual(['first'])
    expect(idsOf(await get('?from=&to='))).toHaveLength(4)
  })

  test.each([
    [`from=2026-03-07`, 'from'],
    [`to=${start('2026-02-30')}`, 'to'],
    [`from=${start('2026-03-09')}&to=${start('2026-03-07')}`, 'to'],
    [`date=${start('2026-03-07')}&from=${start('2026-03-07')}`, 'date'],
    [`date=${start('2026-03-07')}&to=${start('2026-03-07')}`, 'date'],
  ])('the query %s is rejected with the name of the field %s', async (query, field) => {
    const { call } = await oneUser()
    const answer = await call('GET', `/v1/users/u1/reports?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.fields).toEqual([{ path: field, message: expect.any(String) }])
  })
})

test('one report is viewed as it is stored, and is logged with its user', async () => {
  const { testApp, call } = await oneUser()
  const document = '{"generatedAt":1772841600,"reportId":"r1","ratio":61.50}'
  const row = { id: 'r1', userId: 'u1', generatedAt: 1772841600, document }
  await testApp.context.db.insertInto('reports').values(row).execute()

  const viewed = await call('GET', '/v1/users/u1/reports/r1')
  expect(viewed.body).toBe(`{"data":${document}}`)
  expect(viewed.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  for (const url of ['/v1/users/u2/reports/r1', '/v1/users/u1/reports/r2', '/v1/users/nobody/reports/r1'])
    expect((await call('GET', url)).statusCode).toBe(404)
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['subjects', 'outcome'])
    .where('action', '=', 'report.view')
    .execute()
  expect(events).toEqual([{ subjects: named('user:u1', 'report:r1'), outcome: 'ok' }])
})

test('all reports are returned once each across many batches', { tags: 'postgres' }, async () => {
  const { testApp, get } = await oneUser()
  const written = await insertReports(
    testApp,
    'u1',
    // Groups of up to seven equal times cross the ends of batches.
    Array.from({ length: 500 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 7))).toISOString(),
    })),
  )
  const order = (a: (typeof written)[number], b: (typeof written)[number]) =>
    b.generatedAt - a.generatedAt || (a.reportId < b.reportId ? 1 : -1)
  expect((await get('?all=true')).data.reports).toEqual(written.toSorted(order))
})

test('the database rejects a document that is not JSON or belongs to another row', { tags: 'postgres' }, async () => {
  const { testApp } = await oneUser()
  for (const document of [
    'no json',
    '[]',
    '{}',
    '{"reportId":"other","generatedAt":1772841600}',
    '{"reportId":"r1","generatedAt":1}',
    '{"reportId":"r1"}',
    '{"generatedAt":1772841600}',
    '{"reportId":"r1","generatedAt":"1772841600"}',
    '{"reportId":"r1","generatedAt":null}',
  ]) {
    const values = { id: 'r1', userId: 'u1', generatedAt: 1_772_841_600, document }
    const written = testApp.context.db.insertInto('reports').values(values).execute()
    await expect(written).rejects.toThrow()
  }
  await sql`insert into reports (id, user_id, generated_at, document)
    values ('r1', 'u1', 1772841600, '{"reportId":"r1","generatedAt":1772841600}')`.execute(testApp.context.db)
})

test('[reports-18] lists and downloads are logged with their user and all their reports', async () => {
  const { testApp, get, call } = await oneUser()
  const at = '2026-03-07T00:00:00Z'
  const written = await insertReports(
    testApp,
    'u1',
    Array.from({ length: 1_001 }, () => ({ at })),
  )
  const ids = written
    .map(({ reportId }) => `report:${reportId}` as const)
    .toSorted()
    .toReversed()
  await get('?page=2')
  await call('GET', `/v1/users/u1/reports/${written[0]?.reportId}?download=true`)
  await get('?all=true')
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'outcome'])
    .where('action', 'like', 'report%')
    .orderBy('sequence')
    .execute()
  expect(events).toEqual([
    { action: 'reports.list', subjects: named('user:u1', ...ids.slice(20, 40)), outcome: 'ok' },
    { action: 'report.download', subjects: named('user:u1', `report:${written[0]?.reportId ?? ''}`), outcome: 'ok' },
    { action: 'reports.download_all', subjects: named('user:u1', ...ids.slice(0, 1_000)), outcome: 'ok' },
    { action: 'reports.download_rows', subjects: named('user:u1', ...ids.slice(1_000)), outcome: 'ok' },
  ])
})

test('HEAD returns the headers of a download without reading a report', async () => {
  const { testApp, call, cookies } = await oneUser()
  await insertReports(testApp, 'u1', [{ at: '2026-03-07T00:00:00Z' }])
  // The document can be counted, which the hourly limit needs, but not read.
  await testApp.context.db.schema.alterTable('reports').renameColumn('document', 'elsewhere').execute()
  const head = await testApp.app.inject({ method: 'HEAD', url: '/v1/users/u1/reports?all=true', cookies })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-type']).toContain('application/json')
  expect(testApp.logLines.filter((line) => line.includes('"err"'))).toEqual([])
  await call('GET', '/v1/users/u1/reports?all=true').catch(() => {})
  expect(testApp.logLines.filter((line) => line.includes('"err"'))).not.toEqual([])
})

test('a broken download is visibly incomplete, and is logged', async () => {
  const { testApp, cookies } = await oneUser()
  const large = { at: '2026-03-07T00:00:00Z', filler: 'x'.repeat(400_000) }
  const written = await insertReports(
    testApp,
    'u1',
    Array.from({ length: 60 }, () => large),
  )
  const { app, context, logLines } = testApp
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const answer = await fetch(`${origin}/v1/users/u1/reports?all=true`, { headers: { cookie: cookie.join('; ') } })
  expect(answer.status).toBe(200)
  await context.db.schema.alterTable('reports').renameTo('elsewhere').execute()
  await expect(answer.text()).rejects.toThrow()
  expect(logLines.join('')).toContain('a response was cut off')
  expect(logLines.join('')).not.toContain('xxx')
  const lastEvent = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'outcome'])
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  const ids = written
    .map(({ reportId }) => `report:${reportId}` as const)
    .toSorted()
    .toReversed()
  expect(lastEvent).toEqual({ action: 'reports.download_all', subjects: named('user:u1', ...ids), outcome: 'ok' })
})

test('the labels of reports come from the setting or from the demo, or there are none', async () => {
  const labelsOf = async (environment: Record<string, string>) => {
    const testApp = await buildTestApp(environment)
    const { call } = await signedIn(testApp)
    return (await call('GET', '/v1/report-labels')).json().data
  }
  expect(await labelsOf({ DEMO: '0' })).toEqual({ readouts: [], labels: [] })
  expect((await labelsOf({ DEMO: '1' })).readouts[0]).toMatchObject({ title: 'Resting heart rate', unit: 'bpm' })
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'labels-')), 'labels.json')
  writeFileSync(file, '{"labels":[{"path":"sleep","title":"Sleep"}]}')
  expect(await labelsOf({ DEMO: '1', REPORT_LABELS: file })).toEqual({
    readouts: [],
    labels: [{ path: 'sleep', title: 'Sleep', unit: '' }],
  })
})

test(
  'if the setting lists keys of reports, the versions of models are listed by their SHA-256 for every admin',
  { tags: 'postgres' },
  async () => {
    const { testApp, call } = await oneUser({ REPORT_MODEL_KEYS: 'model.llm, encoderSha256' })
    const { db } = testApp.context
    const file = { id: 'f', type: 'gguf' as const, name: 'LLM', currentVersion: 2, createdAtMs: 1, updatedAtMs: 1 }
    await db.insertInto('modelFiles').values(file).execute()
    const version = {
      fileId: 'f',
      filename: 'a.gguf',
      sizeBytes: 1,
      adminId: null,
      restoredFrom: null,
      facts: '{}',
      createdAtMs: 1,
    }
    await db
      .insertInto('fileVersions')
      .values([
        { ...version, number: 1, objectKey: 'a', sha256: 'ab'.repeat(32) },
        { ...version, number: 2, objectKey: 'b', sha256: null },
      ])
      .execute()
    expect((await call('GET', '/v1/report-models')).json().data).toEqual({
      keys: ['model.llm', 'encoderSha256'],
      versions: [{ sha256: 'ab'.repeat(32), name: 'LLM', version: 1 }],
    })
    const without = await oneUser()
    expect((await without.call('GET', '/v1/report-models')).json().data).toEqual({ keys: [], versions: [] })
  },
)

test(
  'the numbers of the newest 300 reports of the days are sent without the reports, and are logged and counted as those reports',
  { tags: 'postgres' },
  async () => {
    const { testApp, call } = await oneUser()
    const rows = Array.from({ length: 310 }, (_, index) => ({
      id: `r${String(index).padStart(3, '0')}`,
      userId: 'u1',
      generatedAt: 1_772_841_600 + index * 60,
    }))
    const documentOf = ({ id, generatedAt }: { id: string; generatedAt: number }, index: number) =>
      `{"reportId":"${id}","generatedAt":${generatedAt},"sleep":{"minutes":${400 + index}},"once":{"at${index}":1},` +
      `"bp":{"value":120,"unit":"mmHg"},"huge":1e999,"note":"secret","list":[1,2,3,4]${index % 2 ? ',"odd":1.5' : ''}}`
    await testApp.context.db
      .insertInto('reports')
      .values(rows.map((row, index) => ({ ...row, document: documentOf(row, index) })))
      .execute()
    const answer = await call('GET', '/v1/users/u1/report-numbers')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('secret')
    const { reports, trends, totalAmount } = answer.json().data
    expect(totalAmount).toBe(310)
    expect(reports).toHaveLength(300)
    expect(reports[0]).toEqual({ reportId: 'r309', generatedAt: rows[309]?.generatedAt })
    expect(trends.map(({ path, unit }: { path: string; unit: string }) => [path, unit])).toEqual([
      ['sleep.minutes', ''],
      ['bp', 'mmHg'],
      ['odd', ''],
    ])
    expect(trends[0].values.slice(0, 2)).toEqual([709, 708])
    expect(trends[2].values.slice(0, 2)).toEqual([1.5, null])
    const logged = await testApp.context.db
      .selectFrom('auditEvents')
      .select('subjects')
      .where('action', '=', 'reports.numbers')
      .execute()
    expect(logged).toEqual([
      {
        subjects: named(
          'user:u1',
          ...rows
            .slice(10)
            .toReversed()
            .map(({ id }) => `report:${id}` as const),
        ),
      },
    ])
    expect((await call('GET', '/v1/users/nobody/report-numbers')).statusCode).toBe(404)
    expect((await call('GET', '/v1/users/u1/report-numbers?date=2026-03-07')).statusCode).toBe(400)
    const none = await call('GET', '/v1/users/u1/report-numbers?date=2020-01-01T00:00:00.000Z')
    expect(none.json().data).toEqual({
      reports: [],
      trends: [],
      totalAmount: 0,
      leftOut: { tooLong: 0, older: 0 },
    })
  },
)
