import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CamelCasePlugin, type CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fold } from '../../database/tables/fold.ts'
import type { Tables } from '../../database/tables.ts'
import type { EndUsersTable } from '../../database/tables/users.ts'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { testEngine } from '../../../testing/engines.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { findUsers } from './find-users.ts'
import { ownOrder, type PageOfUsers, parseUserSearch } from './parse-search.ts'
import { findUsersInPostgres } from './postgres.ts'
import { read } from './sqlite.ts'

const amount = 3_000
const blankUser = { memberId: '', firstName: '', lastName: '', dateOfBirth: '', email: '' }
const page = { offset: 40, limit: 20 }

async function appWithUsers(): Promise<TestApp> {
  const testApp = await buildTestApp()
  await insertUsers(
    testApp,
    Array.from({ length: amount }, (_, index) => ({
      firstName: `First${index % 37}`,
      lastName: index % 5 === 0 ? 'Martin' : `Last${index % 91}`,
      memberId: `HM-${100_000 + index}`,
    })),
  )
  return testApp
}

/** The engine's query plan for each statement of a search. */
async function plansOf(testApp: TestApp, search: string, at: PageOfUsers = page): Promise<string[]> {
  return testApp.context.engine.name === 'sqlite'
    ? sqlitePlans(testApp, search, at)
    : postgresPlans(testApp, search, at)
}

function sqlitePlans({ context: { config } }: TestApp, search: string, at: PageOfUsers): string[] {
  const sqlite = new DatabaseSync(path.join(config.dataDir, 'console.db'), { readOnly: true })
  onTestFinished(() => sqlite.close())
  const plans: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = (text) => {
    const plan = prepare(`explain query plan ${text}`)
    plan.setAllowUnknownNamedParameters(true)
    plans.push(
      plan
        .all({})
        .map((row) => String(row['detail']))
        .join('\n'),
    )
    return prepare(text)
  }
  expect(read(sqlite, { search: parseUserSearch(search), page: at, order: ownOrder }).total).toBeGreaterThan(0)
  return plans
}

async function postgresPlans({ context: { engine, db } }: TestApp, search: string, at: PageOfUsers): Promise<string[]> {
  await sql`analyze end_users, user_search`.execute(db)
  const queries: CompiledQuery[] = []
  const logged = new Kysely<Tables>({
    dialect: engine.dialect,
    plugins: [new CamelCasePlugin()],
    log: (event) => void queries.push(event.query),
  })
  expect((await findUsersInPostgres(logged, parseUserSearch(search), at)).total).toBeGreaterThan(0)
  return db.connection().execute(async (connection) => {
    // For so few rows a full scan would be fastest; the test checks that an index can be used.
    const scans = search === '' ? ['enable_seqscan'] : ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']
    for (const scan of scans) await sql`set ${sql.id(scan)} = off`.execute(connection)
    const plans: string[] = []
    for (const query of queries.filter(({ sql: text }) => /end_users|user_search/.test(text))) {
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>({
        ...query,
        sql: `explain ${query.sql}`,
      })
      plans.push(rows.map((row) => Object.values(row)[0]).join('\n'))
    }
    for (const scan of scans) await sql`reset ${sql.id(scan)}`.execute(connection)
    return plans
  })
}

/** A full scan of a table or index. */
const wholeTable = {
  sqlite: /SCAN (end_users|user_search)\b|SCAN user_(trigrams|words) VIRTUAL TABLE INDEX \d+:(?!.*M)/,
  postgres:
    /Seq Scan on (end_users|user_search)|Index (Only )?Scan using \w+ on (end_users|user_search) +\(.*\)\n(?! *Index Cond)/,
}

test.each(['mar', 'martin', 'ast7', 'hm-1000', 'first1 l', 'ma', '0199a000-0000-7000-8000'])(
  'a search for %s makes no full scan',
  async (search) => {
    const testApp = await appWithUsers()
    const plans = await plansOf(testApp, search)
    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans) expect(plan).not.toMatch(wholeTable[testApp.context.engine.name])
    if (search.startsWith('0199')) expect(plans[1]).toMatch(/user_search_id|end_users_id_key/)
  },
)

test('a page in the middle is found by an index, without reading the people before it', async () => {
  const testApp = await appWithUsers()
  const plans = await plansOf(testApp, '', { offset: amount / 2, limit: 20 })
  const plan = plans.join('\n')
  if (testApp.context.engine.name === 'sqlite') {
    expect(plan).toContain('SEARCH user_search USING INTEGER PRIMARY KEY')
    expect(plan).not.toMatch(/SCAN (end_users|user_search)\b/)
  } else {
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toContain('Seq Scan on end_users')
  }
})

test('the counts of users and hits stay exact through writes, rollbacks and concurrent writes', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  const total = async (search = '') =>
    (await findUsers(testApp.context, parseUserSearch(search), { offset: 0, limit: 1 })).total
  const insert = (id: string) => db.insertInto('endUsers').values({ ...blankUser, id })
  const upsert = (id: string) => insert(id).onConflict((conflict) => conflict.column('id').doUpdateSet({ email: 'x' }))

  // Many small statements: on PostgreSQL their changes are summed up in between.
  await Promise.all(Array.from({ length: 200 }, (_, index) => upsert(`u${index % 120}`).execute()))
  expect(await total()).toBe(120)
  await db.deleteFrom('endUsers').where('id', 'like', 'u1%').execute()
  expect(await total()).toBe(89)
  await db
    .transaction()
    .execute(async (transaction) => {
      await transaction.deleteFrom('endUsers').execute()
      throw new Error('undone')
    })
    .catch(() => {})
  await insert('u0')
    .execute()
    .catch(() => {})
  expect(await total()).toBe(89)
  await db.updateTable('endUsers').set({ lastName: 'Moved' }).execute()
  expect([await total(), await total('moved')]).toEqual([89, 89])
  await db.updateTable('endUsers').set({ lastName: 'Again' }).where('id', 'like', 'u2%').execute()
  expect([await total('moved'), await total('again')]).toEqual([78, 11])
  await db.deleteFrom('endUsers').where('id', 'like', 'u2%').execute()
  expect([await total(), await total('moved'), await total('again')]).toEqual([78, 78, 0])
  await (testApp.context.engine.name === 'sqlite'
    ? db.deleteFrom('endUsers').execute()
    : sql`truncate end_users`.execute(db))
  expect([await total(), await total('moved')]).toEqual([0, 0])
  await insert('again').execute()
  expect(await total()).toBe(1)
})

// Not a skipped test on SQLite, where a file has no roles.
// oxlint-disable-next-line vitest/no-conditional-tests
if (testEngine() === 'postgres') {
  test('on PostgreSQL the product needs rights only on its two tables', async () => {
    const { context } = await buildTestApp()
    const product = sql.id(`product_${randomBytes(6).toString('hex')}`)
    await context.db.connection().execute(async (connection) => {
      await sql`create role ${product}`.execute(connection)
      try {
        await sql`grant select, insert, update, delete on end_users, reports to ${product}`.execute(connection)
        await sql`set role ${product}`.execute(connection)
        for (const lastName of ['Zoë', 'Müller']) {
          await sql`insert into end_users (id, last_name) values ('p1', ${lastName})
            on conflict (id) do update set last_name = excluded.last_name`.execute(connection)
        }
        await sql`insert into reports (id, user_id, generated_at, document)
          values ('r1', 'p1', 1, '{"reportId":"r1","generatedAt":1}')`.execute(connection)
        await sql`insert into end_users (id) values ('p2')`.execute(connection)
        await sql`delete from end_users where id = 'p2'`.execute(connection)
        await expect(sql`select * from admins`.execute(connection)).rejects.toThrow('permission denied')
      } finally {
        await sql`reset role`.execute(connection)
        await sql`drop owned by ${product}`.execute(connection)
        await sql`drop role ${product}`.execute(connection)
      }
    })
    const { total, users } = await findUsers(context, parseUserSearch('muller'), {
      offset: 0,
      limit: 1,
    })
    expect([total, users[0]?.id]).toEqual([1, 'p1'])
  })
}

test('the list and every search are sorted by name, for names of any characters', async () => {
  const testApp = await buildTestApp()
  const random = createRandom(3)
  const characters = [..."aabbczZ -'!#~_09éßØþжЖя山田ん🙂\u{10fffe}\u007f\u001e\t"]
  const word = () =>
    Array.from({ length: random.between(0, 9) }, () => characters[random.between(0, characters.length - 1)]).join('')
  const users = await insertUsers(
    testApp,
    Array.from({ length: 1_500 }, () => ({
      firstName: word(),
      lastName: `${random.chance(0.5) ? 'mar' : ''}${word()}`,
    })),
  )
  const last = '\u{10ffff}'
  const key = (user: EndUsersTable) =>
    Buffer.from([fold(user.lastName) || last, fold(user.firstName) || last, user.id].join('\u001f'))
  const byKey = (a: EndUsersTable, b: EndUsersTable) => Buffer.compare(key(a), key(b))
  for (const search of ['', 'mar']) {
    const isHit = (user: EndUsersTable) => fold(`${user.firstName} ${user.lastName}`).includes(search)
    const expected = users.filter(isHit).toSorted(byKey)
    const found: EndUsersTable[] = []
    for (let offset = 0; offset < expected.length; offset += 100) {
      const page = await findUsers(testApp.context, parseUserSearch(search), { offset, limit: 100 })
      expect(page.total).toBe(expected.length)
      found.push(...page.users)
    }
    expect(found.map((user) => user.id)).toEqual(expected.map((user) => user.id))
  }
})
