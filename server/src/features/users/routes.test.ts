import { type EndUser } from '@health-console/contract/users/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { knownUser } from '../../../testing/users/known-user.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { named } from '../../../testing/audit-log.ts'

const names = (response: { json(): { data: EndUser[] } }) =>
  response.json().data.map((user) => `${user.firstName} ${user.lastName}`.trim())

test('users need a session', async () => {
  const { app } = await buildTestApp()
  for (const url of ['/v1/users', '/v1/users/any', '/v1/users/any/reports', '/v1/users/any/reports?all=true']) {
    const response = await app.inject(url)
    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthenticated'])
  }
})

test('an empty list has one empty page', async () => {
  const { call } = await signedIn(await buildTestApp())
  const response = await call('GET', '/v1/users')
  expect(response.json()).toEqual({
    data: [],
    meta: { amount: 0, nextPageElems: 0, page: 1, pageSize: 20, prevPageElems: 0, totalAmount: 0, totalPages: 1 },
  })
})

test('a user has every field of the contract and no other', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp)
  const user = { id: 'u1', ...knownUser }
  const [, empty] = await insertUsers(testApp, [user, {}])
  expect((await call('GET', '/v1/users/u1')).json()).toEqual({ data: { ...user, hasLegalHold: false } })
  expect((await call('GET', '/v1/users')).json().data).toEqual([user, empty])
})

test('[users-15] an unknown user is a 404 that says so', async () => {
  const { call } = await signedIn(await buildTestApp())
  for (const url of ['/v1/users/nobody', '/v1/users/nobody/reports', '/v1/users/nobody/reports?all=true']) {
    const response = await call('GET', url)
    expect([response.statusCode, response.json().error]).toMatchObject([
      404,
      { code: 'not_found', message: 'There is no user with this ID.' },
    ])
  }
})

describe('invalid input is named', () => {
  const cases = [
    ['/v1/users?page=0', 'page'],
    ['/v1/users?page=-1', 'page'],
    ['/v1/users?page=abc', 'page'],
    ['/v1/users?page=1.5', 'page'],
    ['/v1/users?page=1e309', 'page'],
    ['/v1/users?page=99999999999999999999', 'page'],
    ['/v1/users?page=', 'page'],
    ['/v1/users?page=1&page=2', 'page'],
    ['/v1/users?search=a&search=b', 'search'],
    [`/v1/users?search=${'a'.repeat(101)}`, 'search'],
    ['/v1/users?search=a%00b', 'search'],
    ['/v1/users?sort=id', 'sort'],
    ['/v1/users/a%00b', 'id'],
    [`/v1/users/${'a'.repeat(201)}`, 'id'],
    ['/v1/users/u1/reports?page=0', 'page'],
    ['/v1/users/u1/reports?date=2026-03-07', 'date'],
    ['/v1/users/u1/reports?date=2026-02-30T00:00:00.000Z', 'date'],
    ['/v1/users/u1/reports?date=2026-03-07T01:00:00.000Z', 'date'],
    ['/v1/users/u1/reports?date=yesterday', 'date'],
    ['/v1/users/u1/reports?date=2026-03-07T00:00:00.000Z&date=2026-03-08T00:00:00.000Z', 'date'],
    ['/v1/users/u1/reports?all=yes', 'all'],
    ['/v1/users/u1/reports?all=true&page=abc', 'page'],
  ] as const

  test('invalid input is reported before any query', async () => {
    const { call } = await signedIn(await buildTestApp())
    for (const [url, field] of cases) {
      const response = await call('GET', url)
      const { error } = response.json()
      expect([url, response.statusCode, error.code, error.fields?.[0]?.path]).toEqual([url, 400, 'invalid', field])
    }
  })
})

test('[users-12] paging metadata is right on every page and past the end', async () => {
  const testApp = await buildTestApp({ PAGE_SIZE: '3' })
  const { call } = await signedIn(testApp)
  await insertUsers(
    testApp,
    [...'gfedcba'].map((letter) => ({ lastName: letter.toUpperCase() })),
  )
  const meta = { pageSize: 3, totalAmount: 7, totalPages: 3 }
  const expected = [
    [1, ['A', 'B', 'C'], { ...meta, page: 1, amount: 3, prevPageElems: 0, nextPageElems: 3 }],
    [2, ['D', 'E', 'F'], { ...meta, page: 2, amount: 3, prevPageElems: 3, nextPageElems: 1 }],
    [3, ['G'], { ...meta, page: 3, amount: 1, prevPageElems: 3, nextPageElems: 0 }],
    [4, [], { ...meta, page: 4, amount: 0, prevPageElems: 1, nextPageElems: 0 }],
    [9, [], { ...meta, page: 9, amount: 0, prevPageElems: 0, nextPageElems: 0 }],
    [1_000_000_000, [], { ...meta, page: 1_000_000_000, amount: 0, prevPageElems: 0, nextPageElems: 0 }],
  ] as const
  for (const [page, people, pageMeta] of expected) {
    const response = await call('GET', `/v1/users?page=${page}`)
    expect(names(response)).toEqual(people)
    expect(response.json().meta).toEqual(pageMeta)
  }
})

test('a name is found in the order of the list as well', async () => {
  const testApp = await buildTestApp({ PAGE_SIZE: '2' })
  const { call } = await signedIn(testApp)
  await insertUsers(testApp, [
    ...Array.from({ length: 3 }, () => ({ firstName: 'Arjun', lastName: 'Adeyemi' })),
    { firstName: 'Arjun', lastName: 'Adeyemo' },
    { firstName: 'Jan', lastName: 'van der Berg' },
  ])
  const namesOf = async (search: string, page = 1) => {
    const answer = await call('GET', `/v1/users?page=${page}&search=${encodeURIComponent(search)}`)
    return [answer.json().meta.totalAmount, ...names(answer)]
  }
  for (const search of ['Arjun Adeyemi', 'Adeyemi, Arjun', 'adeyemi Arjun', ' ADEYEMI ,arjun', 'Adeyemi,'])
    expect([search, await namesOf(search, 2)]).toEqual([search, [3, 'Arjun Adeyemi']])
  for (const search of ['van der Berg Jan', 'Van der Berg, Jan'])
    expect(await namesOf(search)).toEqual([1, 'Jan van der Berg'])
  for (const search of ['Adeyemi, Jan', 'Jan Adeyemi', ',', 'a, b, q']) expect(await namesOf(search)).toEqual([0])
})

test(
  '[users-10] users are sorted by last name, first name and id, ignoring case and accents; those without a name are last',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp({ PAGE_SIZE: '50' })
    const { call } = await signedIn(testApp)
    const inOrder = [
      ['Aoife', "D'Arcy"],
      ['Ingrid', 'de Vries'],
      ['Noa', 'Dé-Zorzi'],
      ['Renée', 'Dubois'],
      ['', 'DUBOIS'],
      ['Siân', 'Llewellyn'],
      ['Ida', 'Ødegård'],
      ['Łukasz', 'Odegardson'],
      ['Al', 'Smith'],
      ['AL', 'smith'],
      ['Bo', 'Smith'],
      ['Al', 'Smith Brown'],
      ['Al', 'Smith-Brown'],
      ['Al', 'Smithers'],
      ['Björn', 'Þórðarson'],
      ['Ольга', 'Ёлкина'],
      ['Иван', 'Жуков'],
      ['花子', '山田'],
      ['Zoë', ''],
      ['', ''],
    ] as const
    const users = inOrder.map(([firstName, lastName], index) => ({
      id: `id-${String(index).padStart(2, '0')}`,
      firstName,
      lastName,
    }))
    await insertUsers(
      testApp,
      users.toSorted((a, b) => (a.id.split('').reverse() < b.id.split('').reverse() ? 1 : -1)),
    )
    expect(names(await call('GET', '/v1/users'))).toEqual(inOrder.map(([first, last]) => `${first} ${last}`.trim()))
    expect((await call('GET', '/v1/users?search=smith')).json().data.map((user: EndUser) => user.id)).toEqual(
      ['08', '09', '10', '11', '12', '13'].map((id) => `id-${id}`),
    )
  },
)

describe('a search', () => {
  const people = [
    { id: 'AbC1-77', memberId: 'HM-1204830', firstName: 'Zoë', lastName: 'Brännström-Achterberg' },
    { id: 'f00d-1', memberId: 'HM-1212749', firstName: 'Łukasz', lastName: 'Wiśniewski' },
    { id: 'f00d-2', memberId: 'KD_55%', firstName: 'Anneliese', lastName: 'Müller-Großmann' },
    { id: 'f00d-3', memberId: 'X\\9', firstName: 'Ольга', lastName: 'Ёлкина' },
    { id: 'f00d-4', memberId: 'M"4', firstName: '花子', lastName: '山田' },
    { id: 'f00d-5', memberId: 'M5', firstName: 'NEAR', lastName: "O'Brien AND" },
    { id: 'f00d-6', memberId: 'M6', firstName: 'Maximiliana Eugenia', lastName: 'von Habsburg-Lothringen de la Cruz' },
  ]
  const [zoe, lukasz, anneliese, olga, hanako, near, maximiliana] = people.map((person) => person.id)

  const cases: [search: string, finds: (string | undefined)[]][] = [
    ['zoë', [zoe]],
    ['ZOE', [zoe]],
    ['ännström', [zoe]],
    ['ACHTER', [zoe]],
    ['zoe brann', [zoe]],
    ['  zoe   brann ', [zoe]],
    ['oe br', [zoe]],
    ['berg zo 12', [zoe]],
    ['zoe lukasz', []],
    ['brannstrom zoe', [zoe]],
    ['hm-1204', [zoe]],
    ['204830', [zoe]],
    ['lukasz', [lukasz]],
    ['wisniewski', [lukasz]],
    ['grossmann', [anneliese]],
    ['großmann', [anneliese]],
    ['елкина', [olga]],
    ['ЁЛК', [olga]],
    ['山田', [hanako]],
    ['花', [hanako]],
    ['子', [hanako]],
    ['山 花', [hanako]],
    // These searches are IDs, ignoring case.
    ['abc1', [zoe]],
    ['ABC1-7', [zoe]],
    ['c1-77', [zoe]],
    ['f00d-3', [olga]],
    // These searches have one and two letters.
    ['ac', [zoe]],
    ['ch', [zoe]],
    ['ma', [anneliese, maximiliana]],
    ['gr', [anneliese]],
    ['m4', []],
    ['m5', [near]],
    ['la', [maximiliana]],
    ['ab', [zoe, maximiliana]],
    ['-a', [zoe]],
    ['-', people.map(({ id }) => id)],
    // These characters have a special meaning in SQL patterns or in SQLite's full-text search.
    ['%', [anneliese]],
    ['_55%', [anneliese]],
    ['5_%', []],
    ['KD_', [anneliese]],
    ['KDx55', []],
    ['\\', [olga]],
    ['X\\9', [olga]],
    ['x\\', [olga]],
    ['m"4', [hanako]],
    ['"', [hanako]],
    ['""', []],
    ['"""', []],
    ["o'brien", [near]],
    ["o'", [near]],
    ["' OR 1=1", []],
    ['near', [near]],
    ['NEAR(zoë lukasz)', []],
    ['zoe AND brannstrom', []],
    ['zoe OR lukasz', []],
    ['NOT zoe', []],
    ['zoe*', []],
    ['zo*', []],
    ['^zoe', []],
    ['words:zoe', []],
    ['{words}:zoe', []],
    ['zoe + brann', []],
    ['mul)', []],
    ['(((', []],
    ['*', []],
    ['o*', []],
    ['\ud83d\ude00', []],
    ['😀😀😀', []],
  ]

  test(
    '[users-11] a search finds names and ids, and treats every character literally',
    { tags: 'postgres' },
    async () => {
      const testApp = await buildTestApp()
      const { call } = await signedIn(testApp)
      await insertUsers(testApp, people)
      const found = []
      for (const [search] of cases) {
        const response = await call('GET', `/v1/users?search=${encodeURIComponent(search.toWellFormed())}`)
        const { data, meta } = response.json()
        expect([search, meta.totalAmount]).toEqual([search, data.length])
        found.push([search, data.map((user: EndUser) => user.id)])
      }
      const byName = new Map(people.map((person) => [person.id, person.lastName]))
      const sorted = (ids: readonly (string | undefined)[]) =>
        ids.toSorted((a = '', b = '') => ((byName.get(a) ?? '') < (byName.get(b) ?? '') ? -1 : 1))
      expect(found.map(([search, ids]) => [search, sorted(ids)])).toEqual(
        cases.map(([search, ids]) => [search, sorted(ids)]),
      )
    },
  )

  test('a search for only spaces returns the whole list', async () => {
    const testApp = await buildTestApp()
    const { call } = await signedIn(testApp)
    await insertUsers(testApp, people)
    expect((await call('GET', '/v1/users?search=%20%20')).json().meta.totalAmount).toBe(people.length)
  })

  test('a search with many results keeps order and page numbers', async () => {
    const testApp = await buildTestApp({ PAGE_SIZE: '47' })
    const { call } = await signedIn(testApp)
    const users = await insertUsers(
      testApp,
      Array.from({ length: 1_600 }, (_, index) => ({
        firstName: `First${(index * 7919) % 31}`,
        lastName: ['Martin', 'Martinez', 'Martinsen', 'Marlow', 'Other', 'Zimmermann'][index % 6] ?? '',
        // Half of those with the id prefix are found by name as well.
        id: `${index % 4 === 0 ? 'mar' : 'x'}-${(index * 104_729) % 1000}-${index}`,
      })),
    )
    const key = (user: { lastName: string; firstName: string; id: string }) =>
      [user.lastName.toLowerCase(), user.firstName.toLowerCase(), user.id].join('\u001f')
    const byKey = (a: string, b: string) => (a < b ? -1 : 1)
    for (const [search, isHit] of [
      ['martin', (user: (typeof users)[number]) => user.lastName.startsWith('Martin')],
      ['mar', (user: (typeof users)[number]) => /mar/i.test(`${user.lastName} ${user.id}`)],
      ['ma', (user: (typeof users)[number]) => /ma/i.test(`${user.lastName} ${user.id}`)],
      ['', () => true],
    ] as const) {
      const expected = users.filter(isHit).map(key).toSorted(byKey)
      const seen: string[] = []
      for (let page = 1; page <= Math.ceil(expected.length / 47); page++) {
        const { data, meta } = (await call('GET', `/v1/users?search=${search}&page=${page}`)).json()
        expect(meta).toMatchObject({ totalAmount: expected.length, amount: data.length })
        seen.push(...data.map(key))
      }
      expect(seen).toEqual(expected)
    }
  })
})

test(
  '[users-13] users that the product writes with plain SQL are found and sorted immediately, and deleted ones are gone',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp()
    const { call } = await signedIn(testApp)
    const { db, engine } = testApp.context
    const found = async (search: string) => {
      const { data, meta } = (await call('GET', `/v1/users?search=${search}`)).json()
      expect(meta.totalAmount).toBe(data.length)
      return data.map((user: EndUser) => user.firstName)
    }
    await sql`insert into end_users (id, first_name, last_name) values ('p1', 'Grace', 'Hopper'), ('p2', 'Alan', 'Turing')`.execute(
      db,
    )
    expect(await found('')).toEqual(['Grace', 'Alan'])
    expect(await found('hopper')).toEqual(['Grace'])

    await sql`update end_users set last_name = 'Zuse-Hopper', member_id = 'HM-9' where id = 'p1'`.execute(db)
    expect(await found('')).toEqual(['Alan', 'Grace'])
    expect(await found('zuse')).toEqual(['Grace'])
    expect(await found('hm-9')).toEqual(['Grace'])

    await sql`update end_users set id = 'q1' where id = 'p1'`.execute(db)
    expect(await found('p1')).toEqual([])
    expect(await found('q1')).toEqual(['Grace'])

    await sql`insert into end_users (id, first_name, last_name) values ('q1', 'Konrad', 'Zuse')
    on conflict (id) do update set first_name = excluded.first_name, last_name = excluded.last_name`.execute(db)
    expect(await found('hopper')).toEqual([])
    expect(await found('zuse')).toEqual(['Konrad'])

    if (engine.name === 'sqlite') {
      await sql`insert or replace into end_users (id, first_name, last_name) values ('q1', 'Ada', 'Lovelace')`.execute(
        db,
      )
      expect(await found('zuse')).toEqual([])
      expect(await found('love')).toEqual(['Ada'])
      expect(await found('')).toEqual(['Ada', 'Alan'])
    }
    await sql`delete from end_users where id = 'q1'`.execute(db)
    expect(await found('')).toEqual(['Alan'])
    expect(await found('love')).toEqual([])
    await sql`delete from end_users`.execute(db)
    expect(await found('')).toEqual([])
  },
)

test('[users-14] views and searches are logged, without the search terms', async () => {
  const testApp = await buildTestApp()
  const { call, admin } = await signedIn(testApp)
  await insertUsers(testApp, [{ id: 'u1', firstName: 'Grace' }])
  await call('GET', '/v1/users')
  await call('GET', '/v1/users?search=grace')
  await call('GET', '/v1/users/u1')
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'actorId', 'outcome'])
    .where('action', 'like', 'user%')
    .orderBy('sequence')
    .execute()
  const by = { actorId: admin.id, outcome: 'ok' }
  expect(events).toEqual([
    { action: 'users.list', subjects: named('user:u1'), ...by },
    { action: 'users.search', subjects: named('user:u1'), ...by },
    { action: 'user.view', subjects: named('user:u1'), ...by },
  ])
})
