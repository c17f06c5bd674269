import type { Readable } from 'node:stream'
import type { Dialect, Insertable } from 'kysely'
import type { Queries } from './queries.ts'
import type { ReadingTask } from './reading-task.ts'
import type { Db, Tables, Transaction } from './tables.ts'

/** The tables that contain values of people, by their database names. */
export type TableOfPeople = (typeof tablesOfPeople)[number]
export const tablesOfPeople = [
  'end_users',
  'reports',
  'patients',
  'patient_imports',
  'patient_import_files',
  'patient_import_lists',
] as const

/** How many scans may run at once: SQLite has a thread for each. */
export const mostScans = 2

/** Why the database cannot serve requests although it responds. */
export type Trouble = {
  reason: string
  /** Since when the database has been locked. */
  sinceMs?: number
}

/**
 * Overwrites what deleted rows have left. While others may still read an older state, it does nothing but report since
 * when: then call it again.
 */
export type Overwrite = () => Promise<{ isDone: true } | { isDone: false; sinceMs: number }>

/**
 * All differences between SQLite and PostgreSQL. Code outside `database/` uses this interface and never the engine's
 * name.
 */
export type Engine = {
  name: 'sqlite' | 'postgres'
  dialect: Dialect
  queries: Queries
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
   * Replaces the statistics of a table from which rows were deleted. Call it after the deletion was committed. Absent if
   * the statistics of the engine contain no values.
   */
  forgetDeleted?(table: TableOfPeople): Promise<void>
  /** Runs a long read; on SQLite in a thread with its own connection. */
  readLong<Question, Answer>(db: Db, task: ReadingTask<Question, Answer>, question: Question): Promise<Answer>
  /**
   * Notes what has been deleted so far from the tables of users, so that it can be overwritten in the files of the
   * database. Call it after the deletion was committed.
   */
  noteDeletion(db: Db): Promise<Overwrite>
  /**
   * What prevents rows that were deleted at a time from being overwritten, for the system administrator. Absent if the
   * engine does not know it.
   */
  describeOlderReaders?(db: Db, deletedAtMs: number): Promise<string[]>
  /**
   * Runs a read of a whole table; the caller starts at most `mostScans` at once. On SQLite others do not wait for it,
   * and `signal` ends it where its query calls `is_wanted()`.
   */
  scan<Question, Answer>(
    db: Db,
    task: ReadingTask<Question, Answer>,
    question: Question,
    signal: AbortSignal,
  ): Promise<Answer>
  /**
   * A consistent copy of the whole database, made while others read and write. `openRestorePlace` loads it into a database
   * of the same engine. On SQLite it needs as much space again in the data directory.
   */
  copy(db: Db): Promise<Readable>
  /**
   * The damage that a check of each page of the database finds; undefined if the database server checks its own pages.
   */
  findDamage(db: Db): Promise<string | undefined>
  /** How much space the database uses on its disk. */
  readSize(db: Db): Promise<number>
  /**
   * Whether something prevents changes, or the server has met damage. Transactions of this process are no reason.
   */
  findTrouble(db: Db): Promise<Trouble | undefined>
  /** Called with each error of the main thread's connections. */
  noteError?(error: unknown): void
  /** Absent if there is no pool. */
  countConnections?(): { busy: number; idle: number; waiting: number }
  /** The database's clock, epoch milliseconds. Absent if it is this machine's. */
  readClock?(db: Db): Promise<number>
  /** Closes what Kysely's dialect does not close. */
  close(): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** The database rolled the transaction back in favour of another one. Repeating it may succeed. */
  isConflict(error: unknown): boolean
  /** The database cannot be reached or is busy; trying again later may help. */
  isUnavailable(error: unknown): boolean
  /** The disk under the database is full. */
  isFull(error: unknown): boolean
}
