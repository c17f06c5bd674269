import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { finishErasures } from './finish-erasures.ts'
import { eraseUser } from './store.ts'

const never = new AbortController().signal
const values = { email: 'xanthippe.quill@wyvern.example', lastName: 'Xanthippequill' }

test('an erasure leaves no value of the user in the statistics of PostgreSQL or in the pages of its tables', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const { db } = context
  const others = Array.from({ length: 300 }, (_, index) => ({ lastName: `Other ${index}` }))
  const [user] = await insertUsers(testApp, [values, ...others])
  await sql`analyze end_users`.execute(db)
  async function placesOfValues() {
    await sql`checkpoint`.execute(db)
    const { rows } = await sql<{ place: string; content: string }>`
      select 'statistics of ' || tablename as place, row_to_json(pg_stats)::text as content from pg_stats
      where tablename = 'end_users'
      union all
      select relname, encode(pg_read_binary_file(pg_relation_filepath(oid)), 'escape') from pg_class
      where relname = 'end_users'`.execute(db)
    const found = rows.filter(({ content }) =>
      Object.values(values).some((value) => content.toLowerCase().includes(value.toLowerCase())),
    )
    return [...new Set(found.map(({ place }) => place))].toSorted()
  }
  const before = await placesOfValues()
  expect(before).toContain('end_users')
  expect(before.filter((place) => place.startsWith('statistics'))).not.toEqual([])
  const erasure = { userId: user?.id ?? '', erasedAtMs: context.now(), reason: 'x', adminId: null }
  await db.transaction().execute((transaction) => eraseUser(transaction, erasure))
  await finishErasures(context, never)
  expect(await placesOfValues()).toEqual([])
})
