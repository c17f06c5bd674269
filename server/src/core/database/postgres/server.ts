import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/**
 * What matters about a server of PostgreSQL before a console uses it, and whether a commit of our role has been waiting for
 * a synchronous standby.
 */
export async function describeServer(db: Db) {
  const { rows } = await sql<{ number: number; encoding: string; isReadOnly: boolean; isWaiting: boolean }>`
    select current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      exists (
        select from pg_stat_activity
        where datname = current_database() and wait_event = 'SyncRep' and query_start < now() - interval '5 seconds'
      ) as "isWaiting"`.execute(db)
  const [{ number, ...server } = { number: 0, encoding: '', isReadOnly: false, isWaiting: false }] = rows
  return { major: Math.floor(number / 10_000), ...server }
}

/** Identifies a database by its name and the start of its server. */
export async function identifyDatabase(db: Db): Promise<string> {
  const { rows } = await sql`
    select current_database() as name, pg_postmaster_start_time()::text as at`.execute(db)
  return JSON.stringify(rows)
}
