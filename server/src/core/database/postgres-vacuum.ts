import pg from 'pg'
import { connectionOf } from './postgres-pool.ts'

/**
 * Removes deleted rows from tables, and from their indexes and statistics, which PostgreSQL would otherwise do later, or
 * not at all for a few rows. It takes longer than the connections of the pool let a statement run, so it has its own.
 * PostgreSQL skips the tables of another role, and rows that an older transaction may still read.
 */
export async function vacuum(url: string, tables: readonly string[]): Promise<void> {
  const client = new pg.Client({ ...connectionOf(url), connectionTimeoutMillis: 5_000, keepAlive: true })
  // Without a listener, a lost connection would end the process. The statement fails anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    for (const table of tables)
      await client.query(`vacuum (index_cleanup on, analyze) ${client.escapeIdentifier(table)}`)
  } finally {
    await client.end()
  }
}
