import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { type AuditEventsTable, guardOf } from '../database/tables/audit.ts'
import { termsOf } from './terms.ts'

/** Rows in a transaction, for which other writers of the audit log wait. */
const rowsAtOnce = 500

/** Deletes archived rows and their index entries. */
export async function dropArchivedRows({ db, engine }: { db: Db; engine: Engine }, upTo: number): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('auditEvents')
      .selectAll()
      .where('sequence', '<=', upTo)
      .orderBy('sequence')
      .limit(rowsAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const startedAt = performance.now()
    await db.transaction().execute((transaction) =>
      withoutGuard(transaction, engine, async () => {
        for (const row of rows) await dropTerms(transaction, row)
        await transaction.deleteFrom('auditEvents').where('sequence', '<=', last.sequence).execute()
      }),
    )
    await engine.yieldWriteLock(performance.now() - startedAt)
  }
}

async function dropTerms(transaction: Transaction, row: AuditEventsTable): Promise<void> {
  const terms = termsOf(row).map(({ term }) => term)
  if (terms.length === 0) return
  await transaction
    .deleteFrom('auditTerms')
    .where('term', 'in', terms)
    .where('action', '=', row.action)
    .where('outcome', '=', row.outcome)
    .where('atMs', '=', row.atMs)
    .where('sequence', '=', row.sequence)
    .execute()
}

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
