import { createReadStream, globSync } from 'node:fs'
import path from 'node:path'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
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
  const place = await openRestorePlace({ ...where, databaseDirectUrl: undefined }, async () => {})
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

/** The users whose searched text is not their folded text. */
export async function listWronglyFolded({ db, engine }: Database): Promise<string[]> {
  const words = sql.table(engine.name === 'sqlite' ? 'user_search' : 'end_users')
  const { rows } = await sql<{ id: string; written: string; words: string }>`
    select id, end_users.first_name || ' ' || end_users.last_name || ' ' || end_users.member_id || ' ' || id as written,
      words.words as words
    from end_users join ${words} as words using (id)`.execute(db)
  return rows.filter((row) => row.words !== foldSearch(row.written)).map(({ id }) => id)
}
