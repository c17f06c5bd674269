import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** What matters about a server of PostgreSQL before a console uses it. */
export async function describeServer(db: Db): Promise<{ major: number; encoding: string; isReadOnly: boolean }> {
  const { rows } = await sql<{ number: string; encoding: string; readOnly: string }>`
    select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as "readOnly"`.execute(db)
  const [{ number, encoding, readOnly } = { number: '', encoding: '', readOnly: '' }] = rows
  return { major: Math.floor(Number(number) / 10_000), encoding, isReadOnly: readOnly === 'on' }
}

/** Identifies a database by its name and the start of its server. */
export async function identifyDatabase(db: Db): Promise<string> {
  const { rows } = await sql`
    select current_database() as name, pg_postmaster_start_time()::text as at`.execute(db)
  return JSON.stringify(rows)
}
