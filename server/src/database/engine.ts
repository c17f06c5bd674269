import type { Dialect, Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Everything in which SQLite and PostgreSQL differ. Code outside `database/` asks this and never the engine's name. */
export type Engine = {
  name: 'sqlite' | 'postgres'
  dialect: Dialect
  /** Makes transactions that name the same `lock` run one after the other; call it first in the transaction. */
  serialize(transaction: Transaction<Tables>, lock: string): Promise<void>
  /** The type of a column of bytes. */
  bytesType: string
  /** Adds many rows of the same fields at once, inside the caller's transaction. */
  insertMany<T extends keyof Tables & string>(
    transaction: Transaction<Tables>,
    table: T,
    rows: readonly Insertable<Tables[T]>[],
  ): Promise<void>
  /**
   * To be called between the short transactions of a long job, with the time the last one took: lets others write
   * where there is a single writer, returns at once where writers do not exclude each other.
   */
  yieldWriteLock(heldMs: number): Promise<void>
  /** True when a long transaction holds nobody up now. */
  mayHoldWriteLock(): boolean
  /** To be called after many rows were written: plans and lists go by statistics that would be renewed only later. */
  refreshStatistics(db: Kysely<Tables>, tables: readonly string[]): Promise<void>
  /**
   * Runs a long read in a thread with a connection of its own, where the main connection would be busy with it: calls
   * the function `read(connection, question)` that a module exports. Absent where connections do not share a thread.
   */
  readAside?<Question, Answer>(module: URL, question: Question): Promise<Answer>
  /** Ends what the engine keeps beside the connections of its dialect. */
  close(): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** The database cannot be reached or is busy: trying again later may help. */
  isUnavailable(error: unknown): boolean
  /** The disk under the database is full. */
  isFull(error: unknown): boolean
}
