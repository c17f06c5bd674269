import type { Dialect, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Everything in which SQLite and PostgreSQL differ. Code outside `database/` asks this and never the engine's name. */
export type Engine = {
  name: 'sqlite' | 'postgres'
  dialect: Dialect
  /** Makes transactions that name the same `lock` run one after the other; call it first in the transaction. */
  serialize(transaction: Transaction<Tables>, lock: string): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** The database cannot be reached or is busy: trying again later may help. */
  isUnavailable(error: unknown): boolean
  /** The disk under the database is full. */
  isFull(error: unknown): boolean
}
