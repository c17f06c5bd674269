import pg from 'pg'
import { DirectUrlError } from './direct-url-error.ts'
import { connectingMs, connectionOf, explainRejectedTls, isPooled } from './pool.ts'

/**
 * Checks the URL, because programs such as pg_dump change the search path and limits of their session, which a pooler
 * would pass on to its next client.
 * @throws Error with the remedy if there is a pooler at this URL
 */
export async function requireNoPooler(databaseUrl: string, program: string): Promise<void> {
  if (!(await isPoolerAtDirectUrl(databaseUrl))) return
  throw new Error(
    `${program} cannot work through a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the URL of PostgreSQL itself.`,
  )
}

/** @throws DirectUrlError if the URL cannot be reached */
export async function isPoolerAtDirectUrl(directUrl: string): Promise<boolean> {
  try {
    return await isPooler(directUrl)
  } catch (error) {
    const cause = explainRejectedTls(error, 'DATABASE_DIRECT_URL') ?? error
    throw new DirectUrlError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** @returns why PostgreSQL itself cannot be reached; undefined if it can */
export const findDirectError = (directUrl: string): Promise<unknown> =>
  isPoolerAtDirectUrl(directUrl).then(
    () => undefined,
    (error: unknown) => error,
  )

export async function isPooler(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionOf(databaseUrl), connectionTimeoutMillis: connectingMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return await isPooled(client)
  } finally {
    await client.end()
  }
}
