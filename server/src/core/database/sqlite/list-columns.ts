import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** The columns of a table by their database names, and those of its primary key in the order of the key. */
export async function listColumns(db: Db, table: string): Promise<{ columns: string[]; key: string[] }> {
  const { rows } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${table})`.execute(db)
  const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  return { columns: rows.map(({ name }) => name), key: key.map(({ name }) => name) }
}
