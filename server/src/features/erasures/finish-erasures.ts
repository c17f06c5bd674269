import type { AuditSubject } from '@health-console/contract/audit-actions.ts'
import { byServer } from '../../core/audit/entry.ts'
import type { Context } from '../../core/context.ts'
import { tablesOfUsers } from '../../core/database/tables/users.ts'
import { listUnfinished } from './store.ts'

type Part = Pick<Context, 'db' | 'engine' | 'audit' | 'now'>
type Unfinished = Awaited<ReturnType<typeof listUnfinished>>[number]

/** How many reports are deleted in a transaction: few, because others may be waiting to write. */
const batchReports = 100

/**
 * Deletes the reports of erased users, in batches, and then what the deleted rows have left in the files of the
 * database. A stop loses nothing: the next run continues, and an erasure is complete only when both are done.
 */
export async function finishErasures(context: Part, signal: AbortSignal): Promise<void> {
  const unfinished = await listUnfinished(context.db)
  if (unfinished.length === 0) return
  for (const { userId } of unfinished) {
    while (!signal.aborted && (await deleteBatch(context, userId))) {
      // This repeats until none is left.
    }
  }
  if (signal.aborted || !(await context.engine.overwriteDeleted(tablesOfUsers))) return
  for (const erasure of unfinished) await finish(context, erasure)
}

/** @returns whether there may be more reports */
function deleteBatch({ db, audit }: Part, userId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // The update locks the row, so that only one replica at a time deletes and counts.
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
    if (found.length === 0) return false
    const ids = found.map(({ id }) => id)
    await transaction.deleteFrom('reports').where('id', 'in', ids).execute()
    await transaction
      .updateTable('erasures')
      .set({ reports: erasure.reports + ids.length })
      .where('userId', '=', userId)
      .execute()
    const subjects = [`user:${userId}` as const, ...ids.map((id): AuditSubject => `report:${id}`)]
    await audit.append(transaction, [{ ...byServer, subjects, action: 'user.erase_reports' }])
    return ids.length === batchReports
  })
}

/** Not if the erasure was started again meanwhile: the data of that time has not been overwritten. */
function finish({ db, audit, now }: Part, { userId, erasedAtMs }: Unfinished): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const erasure = await transaction
      .updateTable('erasures')
      .set({ finishedAtMs: now() })
      .where('userId', '=', userId)
      .where('erasedAtMs', '=', erasedAtMs)
      .where('finishedAtMs', 'is', null)
      .returning('reports')
      .executeTakeFirst()
    if (!erasure) return
    const subjects: AuditSubject[] = [`user:${userId}`]
    await audit.append(transaction, [
      { ...byServer, subjects, action: 'user.erase_end', count: Math.max(1, erasure.reports) },
    ])
  })
}
