import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { named } from '../../../testing/audit-log.ts'

type Listed = { data: { data: Record<string, string | number | null>[]; meta: object; updatedAt: string } }

async function listing(rows: Parameters<typeof showRows>[1], environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment)
  if (rows.length > 0) await showRows(testApp, rows)
  const session = await signedIn(testApp)
  const list = async (query: Record<string, string> = {}): Promise<Listed> => {
    const answer = await session.call('GET', `/v1/hospital-patients?${new URLSearchParams(query).toString()}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const column = async (key: string, query: Record<string, string>) =>
    (await list(query)).data.data.map((patient) => patient[key])
  return { testApp, session, list, column }
}

test('before the first import the list is empty and has no import time', async () => {
  const { list } = await listing([])
  expect(await list()).toEqual({
    data: {
      data: [],
      meta: { amount: 0, nextPageElems: 0, page: 1, pageSize: 20, prevPageElems: 0, totalAmount: 0, totalPages: 1 },
      updatedAt: '',
    },
  })
  expect((await list({ search: '1', sort: 'age', page: '3' })).data.data).toEqual([])
})

test('pages follow the order of the file, with the whole patient and the time of the import', async () => {
  const { testApp, list } = await listing(patientRows(45))
  const { data } = await list({ page: '2' })
  expect(data.meta).toEqual({
    amount: 20,
    nextPageElems: 5,
    page: 2,
    pageSize: 20,
    prevPageElems: 20,
    totalAmount: 45,
    totalPages: 3,
  })
  expect(data.data.map(({ memberId }) => memberId)).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 21}`))
  expect(Object.keys(data.data[0] ?? {})).toEqual([...patientColumns.map(({ key }) => key), 'createdAt'])
  expect(data.data[0]).toMatchObject({ memberId: '21', createdAt: data.updatedAt })
  expect(Math.abs(Date.parse(data.updatedAt) - testApp.context.now())).toBeLessThan(60_000)
})

test('a page past the end has no rows and the true totals', async () => {
  const { list } = await listing(patientRows(45))
  for (const page of ['4', '1000000000']) {
    const { data } = await list({ page })
    expect(data.data).toEqual([])
    expect(data.meta).toMatchObject({ amount: 0, totalAmount: 45, totalPages: 3 })
  }
})

test(
  'a search finds ids that contain the text, ignoring case, and keeps the time of the import',
  { tags: 'postgres' },
  async () => {
    const { list, column } = await listing(
      patientRows(60, { 3: { memberId: 'AbC-7' }, 9: { memberId: '100%_\\x' }, 12: { memberId: 'Étage 4' } }),
    )
    expect(await column('memberId', { search: 'bc-' })).toEqual(['AbC-7'])
    expect(await column('memberId', { search: ' aBC ' })).toEqual(['AbC-7'])
    expect(await column('memberId', { search: '%_\\' })).toEqual(['100%_\\x'])
    expect(await column('memberId', { search: 'éTAGE' })).toEqual(['Étage 4'])
    const { data } = await list({ search: '5' })
    expect(data.meta).toMatchObject({ totalAmount: 15, totalPages: 1 })
    expect(data.data.map(({ memberId }) => memberId)).toEqual([
      '5',
      '15',
      '25',
      '35',
      '45',
      '50',
      '51',
      '52',
      '53',
      '54',
      '55',
      '56',
      '57',
      '58',
      '59',
    ])
    const nothing = await list({ search: 'no such member' })
    expect(nothing.data.data).toEqual([])
    expect(nothing.data.updatedAt).toBe(data.updatedAt)
    expect((await list({ search: '5', page: '9' })).data).toMatchObject({ data: [], meta: { totalAmount: 15 } })
  },
)

test('sorting covers the whole table, page by page, in both directions', async () => {
  const { column } = await listing(
    patientRows(45, { 7: { age: null }, 30: { age: null }, 44: { age: 7 }, 2: { age: 100 } }),
  )
  const ages = async (order: string) =>
    [
      ...(await column('age', { sort: 'age', order, page: '1' })),
      ...(await column('age', { sort: 'age', order, page: '2' })),
      ...(await column('age', { sort: 'age', order, page: '3' })),
    ] as (number | null)[]
  const ascending = await ages('asc')
  expect(ascending).toHaveLength(45)
  expect(ascending.slice(-2)).toEqual([null, null])
  expect(ascending[0]).toBe(7)
  const numbers = ascending.slice(0, 43) as number[]
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const descending = await ages('desc')
  expect(descending.slice(0, 2)).toEqual([null, null])
  expect(descending.slice(2)).toEqual(numbers.toReversed())
})

test('ids and diagnoses are sorted in natural order; a search keeps the sort order', { tags: 'postgres' }, async () => {
  const { column } = await listing(
    patientRows(6, {
      0: { memberId: '10', diabetes: null },
      1: { memberId: '9', diabetes: 'type 10' },
      2: { memberId: 'b1', diabetes: 'Type 9' },
      3: { memberId: '100', diabetes: null },
      4: { memberId: 'A1', diabetes: 'None' },
      5: { memberId: '2', diabetes: null },
    }),
  )
  expect(await column('memberId', { sort: 'memberId' })).toEqual(['2', '9', '10', '100', 'A1', 'b1'])
  expect(await column('memberId', { sort: 'memberId', order: 'desc' })).toEqual(['b1', 'A1', '100', '10', '9', '2'])
  expect(await column('diabetes', { sort: 'diabetes' })).toEqual(['None', 'Type 9', 'type 10', null, null, null])
  expect(await column('memberId', { sort: 'memberId', order: 'desc', search: '1' })).toEqual(['b1', 'A1', '100', '10'])
  expect(await column('memberId', { sort: 'diabetes', order: 'asc', search: '1' })).toEqual(['A1', 'b1', '10', '100'])
})

test('every column can be sorted by, to the last page', { tags: 'postgres' }, async () => {
  const { column, list } = await listing(patientRows(9_000), { PAGE_SIZE: '200' })
  for (const { key, type } of patientColumns) {
    const page = await column(key, { sort: key, page: '21' })
    expect(page).toHaveLength(200)
    if (type === 'number') expect(page).toEqual((page as number[]).toSorted((a, b) => a - b))
  }
  const memberIds = await column('memberId', { sort: 'memberId', page: '45' })
  expect(memberIds).toEqual(Array.from({ length: 200 }, (_, index) => `${8_801 + index}`))
  expect((await list({ search: '8999' })).data.meta).toMatchObject({ totalAmount: 1 })
  expect((await column('memberId', { search: '9', sort: 'memberId', order: 'desc' })).slice(0, 2)).toEqual([
    '9000',
    '8999',
  ])
})

test(
  'rows with equal values keep the order of the file, in both directions and across pages',
  { tags: 'postgres' },
  async () => {
    const diagnoses = ['Normal', 'normal', 'NORMAL', null, 'Stage 2', 'stage 2', 'Stage 10', null]
    const changes = Object.fromEntries(diagnoses.map((hypertension, index) => [index, { hypertension, age: 50 }]))
    const { column } = await listing(patientRows(diagnoses.length, changes), { PAGE_SIZE: '3' })
    const sorted = async (sort: string, order: string) =>
      (await Promise.all(['1', '2', '3'].map((page) => column('memberId', { sort, order, page })))).flat()
    expect(await sorted('hypertension', 'asc')).toEqual(['1', '2', '3', '5', '6', '7', '4', '8'])
    expect(await sorted('hypertension', 'desc')).toEqual(['4', '8', '7', '5', '6', '1', '2', '3'])
    expect(await sorted('age', 'desc')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  },
)

test(
  '[patients-6] a search finds a member ID regardless of case, width and accents, and shows it as it was uploaded',
  { tags: 'postgres' },
  async () => {
    // The second name is written with a combining accent.
    const { column } = await listing(
      patientRows(4, { 0: { memberId: 'ÀB-12' }, 1: { memberId: 'A\u0300c-3' }, 2: { memberId: 'Straße-5' } }),
    )
    for (const search of ['ab-12', 'àb', 'ＡＢ-12']) expect(await column('memberId', { search })).toEqual(['ÀB-12'])
    expect(await column('memberId', { search: 'àC' })).toEqual(['A\u0300c-3'])
    for (const search of ['STRASSE', 'strasse-5', 'Straße', 'STRAẞE'])
      expect(await column('memberId', { search })).toEqual(['Straße-5'])
  },
)

test(
  'a search for characters with a meaning for databases finds only these characters',
  { tags: 'postgres' },
  async () => {
    const { column } = await listing(
      patientRows(5, { 0: { memberId: 'a_b' }, 1: { memberId: 'a%b' }, 2: { memberId: "a\\'b" } }),
    )
    for (const [search, found] of [
      ['_', 'a_b'],
      ['%', 'a%b'],
      ['\\', "a\\'b"],
      ["'", "a\\'b"],
    ] as const)
      expect(await column('memberId', { search })).toEqual([found])
  },
)

test('an invalid query is rejected', async () => {
  const { session } = await listing([])
  const long = `search=${'x'.repeat(101)}`
  const queries = ['page=0', 'page=x', 'sort=createdAt', 'sort=age&order=up', 'sort=age&sort=bmi', 'limit=5', long]
  for (const query of queries) {
    expect((await session.call('GET', `/v1/hospital-patients?${query}`)).statusCode).toBe(400)
  }
})

test('[patients-13] the list needs a session, and every read is logged with the members shown', async () => {
  const { testApp, list } = await listing(patientRows(3))
  expect((await testApp.app.inject('/v1/hospital-patients')).statusCode).toBe(401)
  await list()
  await list({ search: '2' })
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'outcome'])
    .where('action', 'like', 'patients.%')
    .orderBy('sequence')
    .execute()
  expect(events).toEqual([
    { action: 'patients.view', subjects: '[]', outcome: 'denied' },
    { action: 'patients.view', subjects: named('patient:1', 'patient:2', 'patient:3'), outcome: 'ok' },
    { action: 'patients.search', subjects: named('patient:2'), outcome: 'ok' },
  ])
})

test('no health value and no search term reaches the log', async () => {
  const { testApp, list } = await listing(
    patientRows(3, { 1: { diabetes: 'canary-finding', memberId: 'canary-member' } }),
  )
  await list({ search: 'canary-member' })
  expect(testApp.logLines.join('')).not.toContain('canary')
})

test(
  '[patients-6] what looks the same is found, whatever signs, forms and scripts an ID has',
  { tags: 'postgres' },
  async () => {
    const ids = ['1‑02', '３－０４', '김-1', 'ｶﾞ-9', 'أ-5', 'राम']
    const { column } = await listing(
      patientRows(ids.length, Object.fromEntries(ids.map((memberId, index) => [index, { memberId }]))),
    )
    const found = (search: string) => column('memberId', { search })
    for (const search of ['1-02', '1‑02', '1–02', '1−02', '\u200F 1-02\u00A0\u200F'])
      expect([search, await found(search)]).toEqual([search, ['1‑02']])
    for (const [search, id] of [
      ['3-04', '３－０４'],
      ['김'.normalize('NFD'), '김-1'],
      ['ガ', 'ｶﾞ-9'],
      ['ا', 'أ-5'],
      ['राम', 'राम'],
    ] as const)
      expect([search, await found(search)]).toEqual([search, [id]])
    for (const search of ['カ', 'रम']) expect([search, await found(search)]).toEqual([search, []])
  },
)
