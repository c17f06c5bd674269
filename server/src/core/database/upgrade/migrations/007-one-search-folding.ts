import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../../tables/create-table.ts'
import { postgresSearchFold } from '../../tables/search-fold-postgres.ts'
import { sqliteSearchFold } from '../../tables/search-fold-sqlite.ts'
import { postgresFoldedIdIndex } from '../../tables/user-search-postgres.ts'
import { sqliteFoldedIdIndex, sqliteUserWrites } from '../../tables/user-search-sqlite.ts'

export const isAdditive = true

/**
 * Users and patients are searched with one folding for all scripts. It reads no row: triggers fold what is written from
 * now on, also by 1.0.0, and a job folds the stored text again in short transactions. Until it has finished, this
 * version searches with both foldings. 1.0.0 still folds what is typed in its own way: it finds Latin, Greek, Cyrillic and
 * Armenian names as before, and others where both foldings agree, but no Hangul.
 */
export async function up(db: Kysely<any>, { name }: { name: EngineName }): Promise<void> {
  const statements =
    name === 'postgres' ? [...postgresUsers, ...postgresSearchFold()] : [...sqliteSearchFold(), ...sqliteUsers]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql`insert into search_upgrades (name, after) values ('users', ''), ('patients', '')`.execute(db)
}

const postgresUsers = [
  // Its values stay as they are. The trigger sets it instead.
  'alter table end_users alter column words drop expression',
  'alter table end_users add column member_id_folded text collate "C"',
  postgresFoldedIdIndex,
]

const sqliteUsers = [
  'drop trigger end_users_inserted',
  'drop trigger end_users_updated',
  'alter table user_search add column member_id_folded text',
  sqliteFoldedIdIndex,
  ...sqliteUserWrites,
]
