import type { Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { guardRecord, unguardRecord } from '../database/migrations/016-audit-guard.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Lets `work` remove rows of the record: the one way past its triggers, for the end of the time that it is kept. Others
 * that write wait until the transaction ends. On PostgreSQL only the owner of the tables may do it.
 */
export async function withoutGuard(
  transaction: Transaction<Tables>,
  engine: Engine,
  work: () => Promise<void>,
): Promise<void> {
  await unguardRecord(transaction, engine)
  await work()
  await guardRecord(transaction, engine)
}
