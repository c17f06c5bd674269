import { PostgresDialect, sql } from 'kysely'
import { ConfigError } from '../settings/config-error.ts'
import type { Engine } from './engine.ts'
import { errorCode } from './error-code.ts'
import { fieldsOf } from './fields-of.ts'
import { copyPostgres } from './postgres-copy.ts'
import type { createPostgresPool, PoolOptions } from './postgres-pool.ts'
import { snakeCase } from './tables/snake-case.ts'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // PgBouncer has no connection to the server.
  '08P01',
  '40001',
  '40P01',
  '57014',
])

/** PostgreSQL rolled back one of two conflicting transactions, or lost one in a failover. */
const conflictCodes = new Set(['40001', '40P01'])

type PostgresOptions = PoolOptions & {
  /** PostgreSQL itself, where `url` leads to a pooler. */
  directUrl: string | undefined
}

export function postgresEngine(url: string, { directUrl = url, ...options }: PostgresOptions): Engine {
  let pool: ReturnType<typeof createPostgresPool> | undefined
  async function openPool() {
    const module = await import('./postgres-pool.ts')
    return (pool = module.createPostgresPool(url, options))
  }
  return {
    name: 'postgres',
    dialect: new PostgresDialect({ pool: openPool }),
    serialize: async (transaction, lock) => {
      await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(transaction)
    },
    insertMany: async (transaction, table, rows) => {
      const [first] = rows
      if (first === undefined) return
      const fields = fieldsOf(first)
      const columns = sql.join(fields.map((field) => sql.ref(field)))
      // One parameter for any number of rows. The table defines the types.
      const names = fields.map((field) => [field, snakeCase(field)] as const)
      const stored = rows.map((row) => {
        // Many times faster than `Object.fromEntries`.
        const named: Record<string, unknown> = {}
        for (const [field, name] of names) named[name] = asJson(row[field])
        return named
      })
      const json = JSON.stringify(stored)
      await sql`insert into ${sql.table(table)} (${columns})
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(transaction)
    },
    yieldWriteLock: async () => {},
    mayHoldWriteLock: () => true,
    refreshStatistics: async (db, tables) => {
      for (const table of tables) {
        await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
      }
    },
    overwriteDeleted: async (tables) => {
      const { vacuum } = await import('./postgres-vacuum.ts')
      await vacuum(directUrl, tables)
      return true
    },
    readLong: (db, task, question) => task.read(db, question, 'postgres'),
    scan: (db, task, question) => task.read(db, question, 'postgres'),
    copy: (db) => copyPostgres(db, directUrl),
    findDamage: async () => undefined,
    readSize: async (db) => {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
      return Number(rows[0]?.bytes)
    },
    countConnections: () => pool?.count() ?? { busy: 0, idle: 0, waiting: 0 },
    readClock: async (db) => {
      const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
      return Number(rows[0]?.ms)
    },
    close: async () => {},
    isUniqueViolation: (error) => errorCode(error) === '23505',
    isUnavailable: (error) =>
      unavailableCodes.has(errorCode(error)) || isLostConnection(error) || error instanceof ConfigError,
    isConflict: (error) => conflictCodes.has(errorCode(error)),
    isFull: isPostgresFull,
  }
}

/** Formats bytes as PostgreSQL writes them. */
const asJson = (value: unknown) => (value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value)

export const isPostgresFull = (error: unknown): boolean => errorCode(error) === '53100'

/** node-postgres reports these without a code. */
const lostConnections = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
]

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && lostConnections.some((start) => error.message.startsWith(start))
