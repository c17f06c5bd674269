import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { parseUserSearch } from './parse-search.ts'
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

const orders = [
  ['label', 'sort_key'],
  ['first_name_label', 'first_name_key'],
  ['member_id_label', 'member_id_key'],
  ['birth_label', 'birth_key'],
] as const

test('labels have the order of the list, and tell its names apart', async () => {
  const testApp = await buildTestApp()
  await insertUsers(
    testApp,
    Array.from({ length: 2_000 }, (_, index) => ({
      lastName: name(),
      firstName: name(),
      memberId: random.chance(0.9) ? `HM-${index}` : name(),
      ...(random.chance(0.9) && { dateOfBirth: `19${random.between(10, 99)}-0${random.between(1, 9)}-11` }),
    })),
  )
  const { db } = testApp.context
  for (const [label, key] of orders) {
    const { rows } = await sql<{ inOrder: boolean; labels: number }>`
      select bool_and(previous is null or previous <= label) as in_order, count(distinct label) as labels from (
        select ${sql.ref(label)} as label, lag(${sql.ref(label)}) over (order by ${sql.ref(key)}) as previous
        from user_search join end_users using (number)) as labelled`.execute(db)
    expect([label, rows[0]?.inOrder]).toEqual([label, true])
    expect(rows[0]?.labels).toBeGreaterThan(100)
  }
})

test('a page and its total are from one snapshot', async () => {
  const { db } = await appWithNamesakes()
  const deleteAll: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'before' in row)) await db.deleteFrom('endUsers').execute()
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
