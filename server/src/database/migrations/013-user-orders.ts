import type { Kysely } from 'kysely'
import type { Engine } from '../engine.ts'
import { createPostgresUserOrders } from './013-user-orders-postgres.ts'
import { createSqliteUserOrders } from './013-user-orders-sqlite.ts'

/**
 * The list of users by first name, member id or date of birth (decision 059). People without the value come last, and
 * equal ones stand in the list's own order.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await (engine.name === 'sqlite' ? createSqliteUserOrders(db) : createPostgresUserOrders(db))
}
