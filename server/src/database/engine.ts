import type { Readable } from 'node:stream'
import type { Dialect, Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** All differences between SQLite and PostgreSQL. Code outside `database/` uses this and never the engine's name. */
export type Engine = {
  name: 'sqlite' | 'postgres'
  dialect: Dialect
  /** Runs transactions with the same `lock` one after the other. Call it first in the transaction. */
  serialize(transaction: Transaction<Tables>, lock: string): Promise<void>
  /** The type of a column of bytes. */
  bytesType: string
  /** Inserts many rows with the same fields, inside the caller's transaction. */
  insertMany<T extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: T,
    rows: readonly Insertable<Tables[T]>[],
  ): Promise<void>
  /**
   * Call it between the short transactions of a long job, with the duration of the last one. It lets others write if the
   * engine has a single writer, and returns at once otherwise.
   */
  yieldWriteLock(heldMs: number): Promise<void>
  /** Whether a long transaction delays nobody now. */
  mayHoldWriteLock(): boolean
  /** Call it after writing many rows: query plans use statistics that would otherwise be renewed only later. */
  refreshStatistics(db: Kysely<Tables>, tables: readonly string[]): Promise<void>
  /**
   * Runs a long read in a thread with its own connection, because it would block the main one: calls the function
   * `read(connection, question)` that a module exports. Absent if the engine's connections do not block the thread.
   */
  readAside?<Question, Answer>(module: URL, question: Question): Promise<Answer>
  /**
   * A consistent copy of the whole database, taken while others read and write, for `loadCopy` of the same engine. On
   * SQLite it needs as much space again in the data directory.
   */
  copy(db: Kysely<Tables>): Promise<Readable>
  /** Absent if there is no pool. */
  countConnections?(): { busy: number; idle: number; waiting: number }
  /** The database's clock, epoch milliseconds. Absent if it is this machine's. */
  readClock?(db: Kysely<Tables>): Promise<number>
  /** Closes resources of the engine other than the connections of its dialect. */
  close(): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** The transaction was ended in favour of another one, and may succeed when it is made again. */
  isConflict(error: unknown): boolean
  /** The database cannot be reached or is busy: trying again later may help. */
  isUnavailable(error: unknown): boolean
  /** The disk under the database is full. */
  isFull(error: unknown): boolean
}
