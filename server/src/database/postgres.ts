import { PostgresDialect, sql } from 'kysely'
import { ConfigError } from '../settings/config-error.ts'
import type { Engine } from './engine.ts'
import { copyPostgres } from './postgres-copy.ts'
import { createPostgresPool, type Patience } from './postgres-pool.ts'
import { snakeCase } from './snake-case.ts'

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
  '40001',
  '40P01',
  '57014',
])

export function postgresEngine(url: string, patience: Patience, onLostConnection: (error: Error) => void): Engine {
  return {
    name: 'postgres',
    dialect: new PostgresDialect({ pool: createPostgresPool(url, patience, onLostConnection) }),
    serialize: async (transaction, lock) => {
      await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(transaction)
    },
    bytesType: 'bytea',
    insertMany: async (transaction, table, rows) => {
      const [first] = rows
      if (first === undefined) return
      const fields = Object.keys(first) as (keyof typeof first & string)[]
      const columns = sql.join(fields.map((field) => sql.ref(field)))
      // One parameter for any number of rows; the table itself defines the types.
      const json = JSON.stringify(
        rows.map((row) => Object.fromEntries(fields.map((field) => [snakeCase(field), row[field]]))),
      )
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
    copy: (db) => copyPostgres(db, url),
    close: async () => {},
    isUniqueViolation: (error) => codeOf(error) === '23505',
    isUnavailable: (error) =>
      unavailableCodes.has(codeOf(error)) || isLostConnection(error) || error instanceof ConfigError,
    isFull: isPostgresFull,
  }
}

export const isPostgresFull = (error: unknown): boolean => codeOf(error) === '53100'

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** node-postgres reports these without a code. */
function isLostConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout)/.test(
      error.message,
    )
  )
}
