// @module-tag postgres

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import '../../../../testing/engines/postgres-setup.ts'
import { signedIn } from '../../../../testing/factories.ts'

test('the lookup of sessions is prepared on a direct connection and not through a pooler, also while its tables get columns and rows', async () => {
  const { clientUrl, serverUrl } = inject('postgres')
  const isDirect = clientUrl === serverUrl
  const testApp = await buildTestApp()
  const { db } = testApp.context
  const { call } = await signedIn(testApp)
  const me = async () => (await call('GET', '/v1/auth/admin/me')).statusCode
  const inTurn = async () => {
    for (let request = 0; request < 10; request += 1) expect(await me()).toBe(200)
  }
  await inTurn()
  await sql`alter table sessions add column later bigint not null default 0`.execute(db)
  await sql`alter table admins add column later bigint not null default 0`.execute(db)
  await inTurn()
  await signedIn(testApp)
  await sql`analyze sessions, admins`.execute(db)
  await inTurn()
  const { rows } = await sql<{ name: string; runs: number }>`
    select name, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(db)
  const runs = new Map(rows.map((row) => [row.name, row.runs]))
  expect((runs.get('find_session') ?? 0) > 1).toBe(isDirect)
  expect([...runs.keys()].filter((name) => name !== 'find_session' && !/^insert_\d+$/.test(name))).toEqual([])
  await call('POST', '/v1/auth/admin/logout')
  expect(await me()).toBe(401)
})
