import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-app.ts'
import { insertUsers } from '../users/testing/insert-users.ts'
import { migrate } from './migrate.ts'
import { parseUserSearch } from './user-search.ts'

test('users who were there before the narrow table are found after the upgrade', async () => {
  const testApp = await buildTestApp()
  const { db, engine } = testApp.context
  for (const step of [
    'drop function index_end_users cascade',
    'drop table user_search',
    'alter table end_users drop column number',
    'create index end_users_words on end_users using gin (words gin_trgm_ops)',
    `delete from kysely_migration where name = '006-user-search'`,
  ]) {
    await sql.raw(step).execute(db)
  }
  await insertUsers(testApp, [{ id: 'old', lastName: 'Brännström' }])
  expect(await migrate({ db, engine })).toEqual(['006-user-search'])
  await insertUsers(testApp, [{ id: 'new', lastName: 'Brannigan' }])
  const found = await engine.findUsers(db, parseUserSearch('brann'), { offset: 0, limit: 20 })
  expect([found.total, found.users.map(({ id }) => id)]).toEqual([2, ['new', 'old']])
})
