import type { Engine } from '../database/engine.ts'
import { guardRecord, unguardRecord } from '../database/migrations/016-audit-guard.ts'
import type { Transaction } from '../database/tables.ts'

/**
 * Lets `work` delete rows of the record, which its triggers otherwise refuse: only for rows at the end of their
 * retention time. Other writers wait until the transaction ends. On PostgreSQL only the owner of the tables can do
 * this.
 */
export async function withoutGuard(transaction: Transaction, engine: Engine, work: () => Promise<void>): Promise<void> {
  await unguardRecord(transaction, engine)
  await work()
  await guardRecord(transaction, engine)
}
