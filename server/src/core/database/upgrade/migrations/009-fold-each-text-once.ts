import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../../tables/create-table.ts'
import { postgresFoldFunctions } from '../../tables/search-fold-postgres.ts'
import { sqlitePatientWrites } from '../../tables/search-fold-sqlite.ts'
import { sqliteUserWrites } from '../../tables/user-search-sqlite.ts'

export const isAdditive = true

/**
 * The triggers fold a member ID once instead of twice, and order no letters that folding removes. What they store stays
 * the same.
 */
export async function up(db: Kysely<any>, { name }: { name: EngineName }): Promise<void> {
  const statements = name === 'postgres' ? postgresFoldFunctions : sqliteTriggers
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const sqliteTriggers = [
  'drop trigger end_users_inserted',
  'drop trigger end_users_updated',
  'drop trigger user_search_folded',
  ...sqliteUserWrites,
  'drop trigger patients_inserted',
  sqlitePatientWrites,
]
