import { createReadStream, globSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/core/database/open.ts'
import { openRestorePlace } from '../../src/core/database/upgrade/restore-place.ts'
import { emptyDatabase, testEngine } from './engines.ts'

const fixture = path.join(import.meta.dirname, '../fixtures/1.0.0', testEngine())

/** The database of a backup that 1.0.0 made, with its own tables, and where it is. */
export async function openFirstRelease() {
  const [copy = ''] = globSync(path.join(fixture, 'backup/*/database'))
  const where = await emptyDatabase()
  onTestFinished(() => where.remove())
  const place = await openRestorePlace({ ...where, databaseDirectUrl: where.directUrl }, async () => {})
  await (await place.load(createReadStream(copy))).close()
  await place.finish()
  await place.close()
  const database = openDatabase(where)
  onTestFinished(() => database.close())
  return { ...database, where }
}

/** Writes users as 1.0.0 does, which knows none of the new columns and tables. */
export async function writeAsFirstRelease(
  { db }: Database,
  users: { id: string; name: string; memberId?: string }[],
): Promise<void> {
  for (const { id, name, memberId = '' } of users)
    await sql`insert into end_users (id, last_name, member_id) values (${id}, ${name}, ${memberId})`.execute(db)
}
