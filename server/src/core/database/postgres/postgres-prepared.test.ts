import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { testEngine } from '../../../../testing/engines/engines.ts'
import { signedIn } from '../../../../testing/factories.ts'

// Not a skipped test on SQLite, which has no connections.
// oxlint-disable-next-line vitest/no-conditional-tests
if (testEngine() === 'postgres') {
  test('a direct connection prepares the lookup of sessions once, also while its tables get columns and rows', async () => {
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
    expect(runs.get('find_session')).toBeGreaterThan(1)
    expect([...runs.keys()].filter((name) => name !== 'find_session' && !/^insert_\d+$/.test(name))).toEqual([])
    await call('POST', '/v1/auth/admin/logout')
    expect(await me()).toBe(401)
  })
}
