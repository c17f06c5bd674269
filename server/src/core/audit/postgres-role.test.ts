// @module-tag postgres

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { migrate } from '../database/upgrade/migrate.ts'
import { byServer } from './entry.ts'
import { verifyAuditLog } from './verify.ts'

test('the role of the server can add rows and cannot change them in any way', async () => {
  const { context, owner } = await buildTestApp({}, { serverRole: true })
  const { db, engine, audit } = context
  expect(await migrate({ db, engine })).toEqual([])
  await audit.write([{ ...byServer, action: 'users.list', subjects: ['user:1'] }])
  await audit.catchUp()
  // Without the triggers, only the privileges of the role protect the table.
  for (const table of ['audit_events', 'audit_terms'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(owner.db)
  const changes = [
    sql`update audit_events set outcome = 'denied'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
    sql`update audit_terms set term = 'user:2'`,
    sql`delete from audit_terms`,
    sql`drop table audit_events`,
    sql`alter table audit_events disable trigger all`,
  ]
  for (const change of changes) await expect(change.execute(db)).rejects.toThrow(/permission denied|must be owner/)
  expect(await verifyAuditLog(db)).toMatchObject({ rows: 1, brokenAt: null })
})
