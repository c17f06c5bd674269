import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { withToken } from '../../../testing/service-accounts.ts'

/** Writes users to a PostgreSQL that takes this long for each statement or each row. */
async function writeSlowly(users: object[], seconds: number, each: 'statement' | 'row') {
  const testApp = await buildTestApp()
  const { db } = testApp.owner
  await sql`
    create function slow() returns trigger language plpgsql as
    ${sql.lit(`begin perform pg_sleep(${seconds}); return new; end`)}`.execute(db)
  await sql`
    create trigger slow before insert on end_users for each ${sql.raw(each)} execute function slow()`.execute(db)
  const { headers } = await withToken(testApp, ['users:write'])
  return testApp.app.inject({
    method: 'POST',
    url: '/machine/v1/users',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: users.map((user) => `${JSON.stringify(user)}\n`).join(''),
  })
}

test('a batch of many transactions is written, although together they take longer than a request waits', async () => {
  const users = Array.from({ length: 5_000 }, (_, index) => ({ id: `u${index}` }))
  const answer = await writeSlowly(users, 1.6, 'statement')
  expect([answer.statusCode, answer.json()]).toEqual([200, { applied: 5_000, unchanged: 0, rejected: 0 }])
})

test('users with long names are written in statements that end in time', async () => {
  const name = 'Ǻ'.repeat(200)
  const users = Array.from({ length: 100 }, (_, index) => ({ id: `u${index}`, firstName: name, lastName: name }))
  const answer = await writeSlowly(users, 0.15, 'row')
  expect([answer.statusCode, answer.json()]).toEqual([200, { applied: 100, unchanged: 0, rejected: 0 }])
})
