import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../../settings/config-error.ts'
import { readPostgresUrl } from '../../settings/postgres-url.ts'
import { preparedStatements } from '../compile-once.ts'
import { errorCode } from '../../disk/error-code.ts'
import { patienceMs, remainingPatience, countWait } from '../patience.ts'
import type { Timeouts } from '../timeouts.ts'
import { isSilence } from './silence.ts'

const { builtins } = pg.types

/** Reads `int8` and `numeric` as numbers, as SQLite does, because counters and milliseconds fit into a double. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
}

/**
 * Ends a connection that cannot sign in, for example without a password, which node-postgres leaves open. Until
 * PostgreSQL gives it up after a minute, no database can be created or dropped.
 */
class Client extends pg.Client {
  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void) {
    if (!callback) return super.connect()
    super.connect((error: Error | null) => {
      if (error) void this.end()
      callback(error)
    })
  }
}

export const connectingMs = 5_000

/** A direct connection. A pooler would share prepared statements with other clients. */
const directConnections = new WeakSet<pg.ClientBase>()

/** A pooler gives its clients its own process ids, so that it can forward their cancel requests. */
export async function isPooled(client: pg.ClientBase & { processID?: number | null }): Promise<boolean> {
  const query = { text: 'select pg_backend_pid() as id', query_timeout: connectingMs }
  const { rows } = await client.query<{ id: number }>(query)
  return rows[0]?.id !== client.processID
}

/**
 * If packets are lost, or a pooler waits for PostgreSQL, TCP waits for a quarter of an hour. The statements of requests
 * and background jobs are short (lists and downloads are read in batches), so they give up a connection that is silent
 * for longer than PostgreSQL lets a statement run: the waiting request fails with 503, and the next one gets a new
 * connection. The time for which a request has waited for its connection and for other statements counts too, so that no
 * caller waits longer than 15 seconds. Migrations that build indexes, imports and commands may have long statements; there, only TCP
 * keepalive detects a lost connection.
 */
const silenceMs: Record<Timeouts, number | undefined> = { short: patienceMs, long: undefined }

/** node-postgres reports the same for a connection that takes too long. */
const outOfPatience = 'timeout exceeded when trying to connect'

/** A shorter wait for a connection does not count. */
const noticeableMs = 100

/**
 * PostgreSQL's own limits, set in each transaction: a pooler such as PgBouncer rejects them as connection parameters,
 * and would pass on what `set` changes to the next client. Statements outside a transaction have the limits of the
 * role.
 */
const transactionLimits: Record<Timeouts, string> = {
  short: `set local statement_timeout = '12s'; set local idle_in_transaction_session_timeout = '15s'`,
  long: `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '60s'`,
}

type ConnectionCount = { busy: number; idle: number; waiting: number }

export type PoolOptions = { timeouts: Timeouts; poolSize: number; onLostConnection: (error: Error) => void }

export function createPostgresPool(
  url: string,
  { timeouts, poolSize, onLostConnection }: PoolOptions,
): PostgresPool & { count(): ConnectionCount } {
  const pool = new pg.Pool({
    Client,
    ...connectionOf(url),
    ...(silenceMs[timeouts] !== undefined && { query_timeout: silenceMs[timeouts] }),
    max: poolSize,
    connectionTimeoutMillis: connectingMs,
    verify: (client, done) => void noteDirect(client).then(() => done(), done),
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  })
  // Without a listener, a lost connection would end the process. The pool's listener is for idle connections, the
  // client's for those in use, whose query fails anyway.
  pool.on('error', onLostConnection)
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    async connect() {
      const startedAt = performance.now()
      // The wait for a connection could exceed the rest.
      if ((remainingPatience() ?? Infinity) < connectingMs) throw new Error(outOfPatience)
      try {
        const client = await countWait(() => pool.connect())
        return guard(client, timeouts, onLostConnection, performance.now() - startedAt)
      } catch (error) {
        throw explainRejectedTls(error) ?? error
      }
    },
    end: () => pool.end(),
    count: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

async function noteDirect(client: pg.PoolClient): Promise<void> {
  if (!(await isPooled(client))) directConnections.add(client)
}

/**
 * Discards connections that node-postgres would reuse: those whose response did not arrive in time, and those to a
 * read-only server.
 */
function guard(
  client: pg.PoolClient,
  timeouts: Timeouts,
  onLostConnection: (error: Error) => void,
  waitedMs: number,
): PostgresPoolClient {
  const limitMs = silenceMs[timeouts]
  function limit() {
    if (limitMs === undefined) return {}
    const restMs = Math.min(limitMs - (waitedMs > noticeableMs ? waitedMs : 0), remainingPatience() ?? Infinity)
    if (restMs <= 0) throw new Error(outOfPatience)
    return { query_timeout: Math.ceil(restMs) }
  }
  let isSilent = false
  let isReadOnly = false
  async function query(sql: string, parameters: readonly unknown[]) {
    // No rollback is sent: PostgreSQL rolls back when it finds the connection closed.
    if (isSilent) throw new Error('Connection terminated after silence')
    try {
      if (/^(begin|start transaction)/.test(sql))
        return await countWait(() => begin(`${sql}; ${transactionLimits[timeouts]}`))
      const name = directConnections.has(client) ? preparedStatements.get(sql) : undefined
      const query = { ...limit(), text: sql, values: [...parameters], ...(name !== undefined && { name }) }
      return await countWait(() => client.query(query))
    } catch (error) {
      if (isSilence(error)) {
        isSilent = true
        onLostConnection(error)
      }
      // The server was the primary before a failover.
      isReadOnly ||= errorCode(error) === '25006'
      throw error
    }
  }
  /**
   * Sends the statements in one message, which takes no longer than `begin` on its own and has a result for each
   * statement.
   */
  async function begin(statements: string) {
    const [first] = [await client.query({ ...limit(), text: statements })].flat()
    return first
  }
  return {
    // Kysely uses the other overload only for cursors, which are not set up.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isSilent || isReadOnly),
  }
}

/** Always sets `ssl`, because node-postgres would otherwise read PGSSLMODE from the environment. */
export function connectionOf(url: string): Pick<pg.PoolConfig, 'connectionString' | 'ssl'> {
  const parsed = readPostgresUrl(url)
  if (typeof parsed === 'string') throw new ConfigError(`DATABASE_URL ${parsed}`)
  const { connectionString, tls, certificates } = parsed
  if (tls === 'off') return { connectionString, ssl: false }
  const anyHost = { checkServerIdentity: () => undefined }
  return { connectionString, ssl: { ...certificates, rejectUnauthorized: true, ...(tls === 'verify-ca' && anyHost) } }
}

/** What the system administrator has to change so that TLS works. @returns undefined for an error of another kind */
export function explainRejectedTls(error: unknown, setting = 'DATABASE_URL'): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message === 'The server does not support SSL connections') {
    return new ConfigError(
      `${setting} points to a server without TLS: enable it there, or add sslmode=disable if the network is safe`,
    )
  }
  if (!/CERT|ISSUER|HOSTNAME_MISMATCH|UNABLE_TO_VERIFY/.test(errorCode(error))) return undefined
  return new ConfigError(
    `${setting} points to a server whose certificate is rejected (${error.message}): set sslrootcert=FILE to its authority, and use the host name in the certificate`,
  )
}
