import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { guardOf } from '../database/tables/audit.ts'
import type { Transaction } from '../database/tables.ts'

/**
 * Lets `work` delete rows of the audit log, which its triggers otherwise refuse: only for rows at the end of their
 * retention time. Other writers wait until the transaction ends. On PostgreSQL only the owner of the tables can do
 * this.
 */
export async function withoutGuard(transaction: Transaction, engine: Engine, work: () => Promise<void>): Promise<void> {
  const { drop, create } = guardOf[engine.name]
  for (const statement of drop) await sql.raw(statement).execute(transaction)
  await work()
  for (const statement of create) await sql.raw(statement).execute(transaction)
}
