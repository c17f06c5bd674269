import pg from 'pg'
import type { TableOfPeople } from '../engine.ts'
import { connectionOf } from './pool.ts'

/**
 * A row without values for each: PostgreSQL keeps the statistics of an empty table, and replaces them only by those of a
 * row.
 */
const placeholders: Record<TableOfPeople, { insert: string; where: string }> = {
  end_users: { insert: "insert into end_users (id) values ('placeholder')", where: "id = 'placeholder'" },
  reports: {
    insert: `insert into reports (id, user_id, generated_at, document)
      values ('placeholder', 'placeholder', 0, '{"reportId":"placeholder","generatedAt":0}')`,
    where: "id = 'placeholder'",
  },
  patients: {
    insert: `insert into patients (table_id, position, member_id, member_id_folded, member_id_key)
      values ('placeholder', 0, '', '', '')`,
    where: "table_id = 'placeholder'",
  },
  patient_imports: {
    insert: `insert into patient_imports
      (id, state, table_id, file_name, size_bytes, sha256, row_count, created_at_ms, updated_at_ms)
      values ('placeholder', 'dropped', 'placeholder', '', 0, '', 0, 0, 0)`,
    where: "id = 'placeholder'",
  },
  patient_import_files: {
    insert: "insert into patient_import_files (import_id, chunk, data) values ('placeholder', 0, '')",
    where: "import_id = 'placeholder'",
  },
  patient_import_lists: {
    insert: "insert into patient_import_lists (import_id, name, chunk, data) values ('placeholder', '', 0, '')",
    where: "import_id = 'placeholder'",
  },
}

/** Replaces the statistics of a table, which contain values of deleted rows. */
export async function replaceStatistics(client: pg.Client, table: TableOfPeople): Promise<void> {
  await client.query(`analyze ${table}`)
  const { rowCount } = await client.query(`select from ${table} limit 1`)
  if (rowCount !== 0) return
  // No one else ever sees this row.
  await client.query('begin')
  await client.query(placeholders[table].insert)
  await client.query(`analyze ${table}`)
  await client.query(`delete from ${table} where ${placeholders[table].where}`)
  await client.query('commit')
}

/** Runs work that takes longer than the connections of the pool let a statement run, on a connection of its own. */
export async function onLongConnection(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connectionOf(url), connectionTimeoutMillis: 5_000, keepAlive: true })
  // Without a listener, a lost connection would end the process. The statement fails anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
