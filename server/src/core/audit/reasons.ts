import { randomUUIDv7 } from 'node:crypto'
import type { AuditAction, AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { ReasonsTable } from '../database/tables/reasons.ts'
import type { Transaction } from '../database/tables.ts'

type Reason = Omit<ReasonsTable, 'id'> & { action: AuditAction; subject: AuditSubject }

/** Stores why something is done, in the transaction that does and logs it. */
export async function keepReason(transaction: Transaction, reason: Reason): Promise<void> {
  await transaction
    .insertInto('reasons')
    .values({ id: randomUUIDv7(), ...reason })
    .execute()
}
