// @module-tag postgres

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nameDatabase } from '../upgrade/require-made.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'

/** PostgreSQL's own error for a full disk, from the tables to which it is writing. */
async function fillDisk({ context: { db } }: TestApp): Promise<void> {
  await sql`create function no_space() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/5/2619": No space left on device' using errcode = 'disk_full';
  end $$`.execute(db)
  for (const table of ['audit_events', 'room_trial']) {
    await sql`create trigger no_space before insert on ${sql.table(table)} execute function no_space()`.execute(db)
  }
}

test('a full disk of PostgreSQL leads to 507, and is reported in the log and by /readyz until there is free space', async () => {
  const testApp = await buildTestApp()
  const { app, context, logLines } = testApp
  const admin = await signedIn(testApp)
  const readiness = async () => (await app.inject('/readyz')).json()
  await fillDisk(testApp)
  const rejected = await admin.call('GET', '/v1/users')
  expect([rejected.statusCode, rejected.json().error.code]).toEqual([507, 'storage_full'])
  expect(logLines.join('')).toContain('No space left on device')
  expect(logLines.join('')).toContain(`"msg":"The disk of the ${nameDatabase(context.config)} is full. Free up space`)
  expect(await readiness()).toMatchObject({ status: 'degraded', database: true, disk: false })

  await sql`drop function no_space cascade`.execute(context.db)
  expect(await readiness()).toMatchObject({ status: 'ok', disk: true })
  expect((await admin.call('GET', '/v1/users')).statusCode).toBe(200)
})
