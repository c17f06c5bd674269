import { type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { parseUserSearch } from './parse-search.ts'
import { countBlocks, isBetween } from './postgres-blocks.ts'
import { findUsersInPostgres } from './postgres.ts'

const random = createRandom(23)
const characters = [
  'a',
  'z',
  'm',
  'é',
  ' ',
  "'",
  '-',
  '_',
  '&',
  '0',
  '9',
  '~',
  '{',
  '阮',
  '字',
  '😀',
  '\u0001',
] as const
const names = ['', 'Li', 'O’Brien', "O'Bri", 'De La', 'De-La', 'Abcdefghijkl', 'Abcdefghijklm', 'Zz', '阮文'] as const
const name = () =>
  random.pick(names) + Array.from({ length: random.between(0, 3) }, () => random.pick(characters)).join('')

const format = 'FM0000000000000000000'

test('labels have the order of the list', async () => {
  const testApp = await buildTestApp()
  await insertUsers(
    testApp,
    Array.from({ length: 2_000 }, () => ({ lastName: name(), firstName: name() })),
  )
  const { rows } = await sql<{ labels: string; name: string }>`
    select to_char(label, ${format}) || to_char(second_label, ${format}) as labels, last_name || ', ' || first_name as name
    from user_search join end_users using (number) order by sort_key`.execute(testApp.context.db)
  const inOrder = rows.toSorted((a, b) => Number(a.labels > b.labels) - Number(a.labels < b.labels))
  expect(rows).toHaveLength(2_000)
  expect(inOrder.map((row) => row.name)).toEqual(rows.map((row) => row.name))
})

test('people with one surname have different labels', async () => {
  const testApp = await buildTestApp()
  const people: [lastName: string, firstName: string][] = [
    ['Nguyen', 'Thi An'],
    ['Nguyen', 'Thi Bo'],
    ['O’Brien', 'Ann'],
    ["O'Brien", 'Bob'],
    ['Smith-Lee', 'Ann'],
    ['Smith-Lee', 'Bob'],
    ['阮', '文'],
    ['阮', '字'],
    ['Papadopoulos-Ray', 'Ann'],
    ['Papadopoulos-Ray', 'Bob'],
    ['Александров', 'Иван'],
    ['Алексеев', 'Иван'],
  ]
  await insertUsers(
    testApp,
    people.map(([lastName, firstName]) => ({ lastName, firstName })),
  )
  const { rows } = await sql`select distinct label, second_label from user_search`.execute(testApp.context.db)
  expect(rows).toHaveLength(people.length)
})

test('hits are told apart more coarsely when there are very many, and no block misses one', async () => {
  const { db } = await appWithNamesakes()
  const matches = (words: RawBuilder<unknown>) => sql<boolean>`${words} like '%mar%'`
  for (const broadHits of [0, 1_000_000]) {
    const blocks = await countBlocks(db, `${broadHits}`, matches, broadHits)
    expect(blocks.length).toBeGreaterThan(5)
    for (const { first, last, amount } of blocks) {
      const { rows } = await sql<{ amount: number }>`
        select count(*) as amount from user_search where ${matches(sql`words`)} and ${isBetween(first, last)}`.execute(
        db,
      )
      expect(rows).toEqual([{ amount }])
    }
    expect(blocks.reduce((sum, { amount }) => sum + amount, 0)).toBe(2_000)
  }
})

test('a page and its total are from one snapshot', async () => {
  const { db } = await appWithNamesakes()
  const deleteAll: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'edges' in row)) await db.deleteFrom('endUsers').execute()
      return result
    },
  }
  const found = await findUsersInPostgres(db.withPlugin(deleteAll), parseUserSearch('mar'), {
    offset: 1_980,
    limit: 20,
  })
  expect([found.total, found.users.length]).toEqual([2_000, 20])
  expect((await findUsersInPostgres(db, parseUserSearch('mar'), { offset: 0, limit: 20 })).total).toBe(0)
})

test.each([
  ["o'h", '%oZh%'],
  ['l-a', '%lXXa%'],
  ['r h', '%rQQh%'],
])('the index finds %s by its words', async (typed, pattern) => {
  const testApp = await buildTestApp()
  const others = Array.from({ length: 500 }, (_, index) => ({ firstName: `Hal${index}`, lastName: `Ames${index}` }))
  await insertUsers(testApp, [
    ...others,
    { firstName: 'Al-Ada', lastName: "O'Hara" },
    { firstName: 'Ar', lastName: 'Hol' },
  ])
  const { rows } = await testApp.context.db.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection)
    const plan = await sql<Record<string, string>>`
      explain (analyze) select from user_search where words like ${pattern}`.execute(connection)
    await sql`reset enable_seqscan`.execute(connection)
    return plan
  })
  const plan = rows.map((row) => Object.values(row)[0]).join('\n')
  expect(plan).toMatch(/Bitmap Index Scan on user_search_words .*actual .*rows=1 /)
  const found = await findUsersInPostgres(testApp.context.db, parseUserSearch(typed), { offset: 0, limit: 20 })
  expect(found.total).toBe(1)
})

/** Two thousand people of whom many have one name. */
async function appWithNamesakes() {
  const testApp = await buildTestApp()
  const surnames = ['Marx', 'Markopoulos-Lee', 'Martin', "O'Mara"] as const
  await insertUsers(
    testApp,
    Array.from({ length: 2_000 }, (_, index) => ({
      lastName: surnames[index % 4] ?? '',
      firstName: index % 3 === 0 ? 'Ann' : name(),
    })),
  )
  await sql`analyze user_search`.execute(testApp.context.db)
  return testApp.context
}
