import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../settings/config-error.ts'
import { readPostgresUrl } from '../settings/postgres-url.ts'

const { builtins } = pg.types

/** Counters and milliseconds fit a double: `int8` and `numeric` counts are read as numbers, as SQLite gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
}

export function createPostgresPool(url: string, onLostConnection: (error: Error) => void): PostgresPool {
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: 12,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'health-console',
    types,
  })
  // Without a listener a connection that is lost would end the process: the pool's is for idle ones, the client's for
  // those at work, whose query fails as well.
  pool.on('error', onLostConnection)
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: () =>
      pool.connect().catch((error: unknown) => {
        throw explainRefusedTls(error) ?? error
      }),
    end: () => pool.end(),
  }
}

/** `ssl` is always said, because node-postgres would otherwise ask the environment (PGSSLMODE). */
function connectionOf(url: string): Pick<pg.PoolConfig, 'connectionString' | 'ssl'> {
  const address = readPostgresUrl(url)
  if (typeof address === 'string') throw new ConfigError(`DATABASE_URL ${address}`)
  const { connectionString, tls, certificates } = address
  if (tls === 'off') return { connectionString, ssl: false }
  const anyHost = { checkServerIdentity: () => undefined }
  return { connectionString, ssl: { ...certificates, rejectUnauthorized: true, ...(tls === 'verify-ca' && anyHost) } }
}

/** For whoever meets it first: the operator, at the start. */
function explainRefusedTls(error: unknown): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message === 'The server does not support SSL connections') {
    return new ConfigError(
      'DATABASE_URL leads to a server without TLS: turn it on there, or add sslmode=disable if the way there is safe',
    )
  }
  const code = 'code' in error ? String(error.code) : ''
  if (!/CERT|ISSUER|HOSTNAME_MISMATCH|UNABLE_TO_VERIFY/.test(code)) return undefined
  return new ConfigError(
    `DATABASE_URL leads to a server whose certificate is refused (${error.message}): name its authority by sslrootcert=FILE, and the host as the certificate does`,
  )
}
