import type { AuditSubject } from '@health-console/contract/audit-actions.ts'
import { byServer } from '../audit/entry.ts'
import type { Context } from '../context.ts'
import { listUnfinished } from './store.ts'

type Part = Pick<Context, 'db' | 'audit' | 'now'>

/** Reports in a transaction: few, because others may be waiting to write. */
const batchReports = 100

/** Deletes the reports of erased users, batch by batch. A stop loses nothing: the next run continues. */
export async function deleteErasedReports(context: Part, signal: AbortSignal): Promise<void> {
  for (const { userId } of await listUnfinished(context.db)) {
    while (!signal.aborted && (await deleteBatch(context, userId))) {
      // until none is left
    }
  }
}

/** @returns whether there may be more */
function deleteBatch({ db, audit, now }: Part, userId: string): Promise<boolean> {
  const entry = { ...byServer, subjects: [`user:${userId}`] as AuditSubject[] }
  return db.transaction().execute(async (transaction) => {
    // The update holds the row, so that of several replicas one at a time deletes and counts.
    const erasure = await transaction
      .updateTable('erasures')
      .set((column) => ({ reports: column.ref('reports') }))
      .where('userId', '=', userId)
      .where('finishedAtMs', 'is', null)
      .returning('reports')
      .executeTakeFirst()
    if (!erasure) return false
    const found = await transaction
      .selectFrom('reports')
      .select('id')
      .where('userId', '=', userId)
      .limit(batchReports)
      .execute()
    const ids = found.map(({ id }) => id)
    const reports = erasure.reports + ids.length
    const isLast = ids.length < batchReports
    if (ids.length > 0) await transaction.deleteFrom('reports').where('id', 'in', ids).execute()
    await transaction
      .updateTable('erasures')
      .set({ reports, ...(isLast && { finishedAtMs: now() }) })
      .where('userId', '=', userId)
      .execute()
    const subjects = [...entry.subjects, ...ids.map((id): AuditSubject => `report:${id}`)]
    await audit.append(transaction, [
      ...(ids.length > 0 ? [{ ...entry, subjects, action: 'user.erase_reports' as const }] : []),
      ...(isLast ? [{ ...entry, action: 'user.erase_end' as const, count: Math.max(1, reports) }] : []),
    ])
    return !isLast
  })
}
