import { CompiledQuery, PostgresDialect, sql } from 'kysely'
import { ConfigError } from '../../settings/config-error.ts'
import type { Engine } from '../engine.ts'
import { errorCode } from '../../disk/error-code.ts'
import { preparedStatements } from '../compile-once.ts'
import { fieldsOf } from '../fields-of.ts'
import { copyPostgres } from './copy.ts'
import type { createPostgresPool, PoolOptions } from './pool.ts'
import { watchPostgres } from './trouble.ts'
import type { Transaction } from '../tables.ts'
import { snakeCase } from '../tables/snake-case.ts'
import { postgresQueries } from './queries.ts'

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
    const module = await import('./pool.ts')
    return (pool = module.createPostgresPool(url, options))
  }
  const columnTypes = new Map<string, Map<string, string>>()
  /** The SQL types of a table's columns, which are read once. */
  async function typesOf(transaction: Transaction, table: string): Promise<Map<string, string>> {
    const known = columnTypes.get(table)
    if (known) return known
    const { rows } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type
      from pg_attribute where attrelid = ${snakeCase(table)}::regclass and attnum > 0`.execute(transaction)
    const read = new Map(rows.map(({ name, type }) => [name, type]))
    columnTypes.set(table, read)
    return read
  }
  return {
    name: 'postgres',
    queries: postgresQueries,
    dialect: new PostgresDialect({ pool: openPool }),
    serialize: async (transaction, lock) => {
      await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(transaction)
    },
    insertMany: async (transaction, table, rows) => {
      const [first] = rows
      if (first === undefined) return
      const fields = fieldsOf(first)
      const types = await typesOf(transaction, table)
      const names = fields.map(snakeCase)
      // One parameter per column for any number of rows. Built with Kysely, a single row takes twice the processor time.
      const arrays = names.map((name, index) => `$${index + 1}::${types.get(name)}[]`)
      const text = `insert into ${snakeCase(table)} ("${names.join('", "')}") select * from unnest(${arrays.join(', ')})`
      if (!preparedStatements.has(text)) preparedStatements.set(text, `insert_${preparedStatements.size}`)
      const values = fields.map((field) => rows.map((row) => row[field]))
      await transaction.executeQuery(CompiledQuery.raw(text, values))
    },
    yieldWriteLock: async () => {},
    mayHoldWriteLock: () => true,
    refreshStatistics: async (db, tables) => {
      for (const table of tables) {
        await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
      }
    },
    forgetDeleted: async (table) => {
      const { onLongConnection, replaceStatistics } = await import('./statistics.ts')
      await onLongConnection(directUrl, (client) => replaceStatistics(client, table))
    },
    noteDeletion: async (db) => {
      const { notePostgresDeletion } = await import('./overwrite.ts')
      return notePostgresDeletion(db, directUrl)
    },
    describeOlderReaders: async (db, deletedAtMs) => {
      const { describeOlderReaders } = await import('./overwrite.ts')
      return describeOlderReaders(db, deletedAtMs)
    },
    readLong: (db, task, question) => task.read(db, question, postgresQueries),
    scan: (db, task, question) => task.read(db, question, postgresQueries),
    copy: (db) => copyPostgres(db, directUrl),
    findDamage: async () => undefined,
    readSize: async (db) => {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
      return Number(rows[0]?.bytes)
    },
    findTrouble: watchPostgres(),
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
