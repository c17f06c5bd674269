// @module-tag postgres

import { unknownUser, userSortKeys } from '@health-console/contract/users/users.ts'
import { randomBytes } from 'node:crypto'
import { CamelCasePlugin, type CompiledQuery, Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { fold } from '../../../core/database/tables/fold.ts'
import type { Tables } from '../../../core/database/tables.ts'
import type { EndUsersTable } from '../../../core/database/tables/users.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { testEngine } from '../../../../testing/engines/engines.ts'
import { findUsers } from '../../../../testing/users/find-users.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'
import { listUsersTask, searchUsersTask } from './find-users.ts'
import { searchedWords } from './searched-words.ts'

const amount = 3_000

async function appWithUsers(): Promise<TestApp> {
  const testApp = await buildTestApp()
  await insertUsers(
    testApp,
    Array.from({ length: amount }, (_, index) => ({
      firstName: `First${index % 37}`,
      lastName: index % 5 === 0 ? 'Martin' : `Last${index % 91}`,
      memberId: `HM-${100_000 + index}`,
      dateOfBirth: `19${String(10 + (index % 90))}-01-01`,
    })),
  )
  if (testApp.context.engine.name === 'postgres') await sql`vacuum (analyze) end_users`.execute(testApp.context.db)
  return testApp
}

const countsAllUsers = 'select coalesce(sum(amount), 0) as total from user_counts'

/** How the engine computes the result of a task, statement by statement. */
async function plansOf(
  { context: { db, engine } }: TestApp,
  task: typeof listUsersTask | typeof searchUsersTask,
  question: Parameters<typeof listUsersTask.read>[1],
): Promise<string> {
  const queries: CompiledQuery[] = []
  const logged = new Kysely<Tables>({
    dialect: engine.dialect,
    plugins: [new CamelCasePlugin()],
    log: (event) => void queries.push(event.query),
  })
  expect((await task.read(logged, question, engine.queries))?.total).toBeGreaterThan(0)
  return db.connection().execute(async (connection) => {
    // For so few rows a full scan would be fastest; the test checks that an index can be used.
    if (engine.name === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
    const plans: string[] = []
    for (const query of queries.filter((each) => each.sql !== countsAllUsers)) {
      const explain = engine.name === 'postgres' ? 'explain' : 'explain query plan'
      const { rows } = await connection.executeQuery<object>({ ...query, sql: `${explain} ${query.sql}` })
      plans.push(rows.map((row) => Object.values(row).at(-1)).join('\n'))
    }
    if (engine.name === 'postgres') await sql`reset enable_seqscan`.execute(connection)
    return plans.join('\n')
  })
}

test('a search uses the index of trigrams', async () => {
  const testApp = await appWithUsers()
  for (const typed of ['mar', 'martin', 'ast7', 'hm-1000', 'first1 last', 'martin f', 'hm-1000 0199a000-0000-7000']) {
    const question = { words: searchedWords(typed), page: { offset: 0, limit: 20 }, order: { order: 'asc' } as const }
    const plan = await plansOf(testApp, searchUsersTask, question)
    expect(plan).toMatch(/SCAN user_trigrams VIRTUAL TABLE INDEX 0:M|Bitmap Index Scan on end_users_words/)
    expect(plan).not.toMatch(/SCAN (end_users|user_search)\b|Seq Scan on end_users/)
  }
})

const indexes = [
  ['lastName', /COVERING INDEX user_search_sort_key|Index Only Scan (Backward )?using end_users_sort_key/],
  ['firstName', /COVERING INDEX user_search_first_name|Index Only Scan (Backward )?using end_users_first_name_key/],
  ['memberId', /COVERING INDEX user_search_member_id|Index Only Scan (Backward )?using end_users_member_id_key/],
  ['dateOfBirth', /COVERING INDEX user_search_birth|Index Only Scan (Backward )?using end_users_birth_key/],
] as const

test('a page in the middle is found in an index, for each column, without reading the users before it', async () => {
  const testApp = await appWithUsers()
  for (const [sort, index] of indexes)
    for (const order of ['asc', 'desc'] as const) {
      const question = { words: [], page: { offset: amount / 2, limit: 20 }, order: { sort, order } }
      const plan = await plansOf(testApp, listUsersTask, question)
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/SCAN end_users|Seq Scan on end_users/)
    }
})

test('the first page is read from an index, for each column', async () => {
  const testApp = await appWithUsers()
  for (const sort of userSortKeys)
    for (const order of ['asc', 'desc'] as const) {
      const question = { words: [], page: { offset: 0, limit: 20 }, order: { sort, order } }
      const plan = await plansOf(testApp, listUsersTask, question)
      expect(plan).toMatch(/SCAN user_search USING INDEX|Index Scan (Backward )?using end_users/)
      expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
    }
})

test('the counts of users and results stay exact through writes, rollbacks and concurrent writes', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  const total = async (typed = '') => (await findUsers(testApp.context, typed, { offset: 0, limit: 1 })).total
  const insert = (id: string) => db.insertInto('endUsers').values({ ...unknownUser, id })
  const upsert = (id: string) => insert(id).onConflict((conflict) => conflict.column('id').doUpdateSet({ email: 'x' }))

  // There are many small statements: on PostgreSQL their changes are summed up in between.
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
  test('on PostgreSQL the product needs privileges only on its two tables', async () => {
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
    const { total, users } = await findUsers(context, 'muller', { offset: 0, limit: 1 })
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
  for (const search of ['', 'mar', 'ma']) {
    const isHit = (user: EndUsersTable) => fold(`${user.firstName} ${user.lastName}`).includes(search)
    const expected = users.filter(isHit).toSorted(byKey)
    const found: EndUsersTable[] = []
    for (let offset = 0; offset < expected.length; offset += 100) {
      const page = await findUsers(testApp.context, search, { offset, limit: 100 })
      expect(page.total).toBe(expected.length)
      found.push(...page.users)
    }
    expect(found.map((user) => user.id)).toEqual(expected.map((user) => user.id))
  }
})
