import type { Readable } from 'node:stream'
import type { Dialect, Insertable } from 'kysely'
import type { Db, Tables, Transaction } from './tables.ts'

/** All differences between SQLite and PostgreSQL. Code outside `database/` uses this and never the engine's name. */
export type Engine = {
  name: 'sqlite' | 'postgres'
  dialect: Dialect
  /** Makes transactions with the same `lock` run one after the other. Call it first in the transaction. */
  serialize(transaction: Transaction, lock: string): Promise<void>
  /** Inserts many rows with the same fields, inside the caller's transaction. */
  insertMany<T extends keyof Tables & string>(
    transaction: Transaction,
    table: T,
    rows: readonly Insertable<Tables[T]>[],
  ): Promise<void>
  /**
   * Call it between the short transactions of a long job, with the duration of the last one. On an engine with a single
   * writer it waits so that others can write.
   */
  yieldWriteLock(heldMs: number): Promise<void>
  /** Whether a long transaction would delay no other writer. */
  mayHoldWriteLock(): boolean
  /** Updates the statistics that query plans depend on. Call it after writing many rows. */
  refreshStatistics(db: Db, tables: readonly string[]): Promise<void>
  /**
   * Overwrites what deleted rows of these tables have left in the files of the database and in its write-ahead log.
   * @returns whether that succeeded; false while others still read an older state, or write: then call it again
   */
  overwriteDeleted(tables: readonly string[]): Promise<boolean>
  /**
   * Runs a long read. Where it would block the main thread, it calls `read(connection, question)`, which the module exports,
   * in a thread with its own connection; otherwise it calls `here`.
   */
  readLong<Question, Answer>(module: URL, question: Question, here: () => Promise<Answer>): Promise<Answer>
  /** Whether the places of users in the list have to be counted now and then: see `tables/user-search-postgres.ts`. */
  countsPlaces: boolean
  /**
   * A consistent copy of the whole database, taken while others read and write, for `loadCopy` of the same engine. On
   * SQLite it needs as much space again in the data directory.
   */
  copy(db: Db): Promise<Readable>
  /** How much space the database takes on its disk. */
  readSize(db: Db): Promise<number>
  /** Absent if there is no pool. */
  countConnections?(): { busy: number; idle: number; waiting: number }
  /** The database's clock, epoch milliseconds. Absent if it is this machine's. */
  readClock?(db: Db): Promise<number>
  /** Closes what Kysely's dialect does not close. */
  close(): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** The database rolled the transaction back in favour of another one. Repeating it may succeed. */
  isConflict(error: unknown): boolean
  /** The database cannot be reached or is busy: trying again later may help. */
  isUnavailable(error: unknown): boolean
  /** The disk under the database is full. */
  isFull(error: unknown): boolean
}
