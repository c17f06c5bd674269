import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { findUsers } from '../users/search/find-users.ts'
import { parseUserSearch } from '../users/search/parse-search.ts'
import { insertUsers } from '../../testing/users/insert-users.ts'
import { migrate } from './migrate.ts'

test('users from before the narrow search table are found after the upgrade', async () => {
  const testApp = await buildTestApp()
  const { db, engine } = testApp.context
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate({ db, engine }, '005-files')
  await insertUsers(testApp, [{ id: 'old', lastName: 'Brännström' }])
  expect(await migrate({ db, engine })).toContain('006-user-search')
  await insertUsers(testApp, [{ id: 'new', lastName: 'Brannigan' }])
  const found = await findUsers(testApp.context, parseUserSearch('brann'), { offset: 0, limit: 20 })
  expect([found.total, found.users.map(({ id }) => id)]).toEqual([2, ['new', 'old']])
})
