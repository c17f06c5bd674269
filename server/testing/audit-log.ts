import type { AuditSubject } from '@health-console/contract/audit-actions.ts'
import type { Transaction } from 'kysely'
import { withoutGuard } from '../src/audit/drop-archived.ts'
import type { Context } from '../src/context.ts'
import type { Tables } from '../src/database/tables.ts'

/** The column `subjects` of a row of the audit log. */
export const named = (...subjects: AuditSubject[]) => JSON.stringify(subjects)

/** Changes or removes rows of the audit log, as only the owner of the database can. */
export async function tamperWithLog(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  work: (transaction: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute((transaction) =>
    withoutGuard(transaction, engine, async () => {
      await work(transaction)
    }),
  )
}
