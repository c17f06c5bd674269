import pg from 'pg'
import { connectionOf } from './postgres-pool.ts'

/**
 * Programs such as pg_dump change the search path and limits of their session, which a pooler would pass on to its next
 * client.
 * @throws Error with the remedy if there is a pooler at this URL
 */
export async function requireNoPooler(databaseUrl: string, program: string): Promise<void> {
  if (!(await isPooler(databaseUrl))) return
  throw new Error(
    `${program} cannot work through a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the URL of PostgreSQL itself.`,
  )
}

/** A pooler gives its clients process ids of its own, so that it can forward their cancel requests. */
export async function isPooler(databaseUrl: string): Promise<boolean> {
  const client: pg.Client & { processID?: number | null } = new pg.Client({
    ...connectionOf(databaseUrl),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
    return rows[0]?.id !== client.processID
  } finally {
    await client.end()
  }
}
