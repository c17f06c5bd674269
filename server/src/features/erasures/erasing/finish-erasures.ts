import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import type { Overwrite } from '../../../core/database/engine.ts'
import { deletedAtOnce } from '../../reports/store.ts'
import { listUnfinishedErasures } from './store.ts'

type ErasingContext = Pick<Context, 'db' | 'engine' | 'audit' | 'now'>
type Unfinished = Awaited<ReturnType<typeof listUnfinishedErasures>>[number]

/** A shorter wait for another transaction is not logged. */
const longWaitMs = 60_000

/**
 * Returns the job that deletes the reports of erased users, in batches, and then what the deleted rows have left in the
 * files of the database. A stop loses nothing: the next run continues, and an erasure is complete only when both are
 * done.
 */
export function finishErasures(context: ErasingContext): (signal: AbortSignal) => Promise<void> {
  /** What was deleted together, oldest first. */
  let deletions: { erasures: Unfinished[]; overwrite: Overwrite }[] = []

  return async (signal) => {
    const unfinished = await listUnfinishedErasures(context.db)
    for (const { userId } of unfinished) {
      while (!signal.aborted && (await deleteBatch(context, userId))) {
        // This repeats until none is left.
      }
    }
    if (signal.aborted) return
    const noted = new Set(deletions.flatMap(({ erasures }) => erasures.map(toKey)))
    const erasures = unfinished.filter((erasure) => !noted.has(toKey(erasure)))
    if (erasures.length > 0) deletions.push({ erasures, overwrite: await context.engine.noteDeletion(context.db) })
    for (const deletion of deletions) {
      const overwriting = await deletion.overwrite()
      if (!overwriting.isDone) return noteWait(context, deletion.erasures, overwriting.sinceMs)
      for (const erasure of deletion.erasures) await finish(context, erasure)
      deletions = deletions.filter((other) => other !== deletion)
    }
  }
}

const toKey = ({ userId, erasedAtMs }: Unfinished) => `${erasedAtMs} ${userId}`

/** Logs once for each erasure that the database still keeps its rows for an older transaction. */
async function noteWait({ db, audit, now }: ErasingContext, erasures: Unfinished[], sinceMs: number): Promise<void> {
  if (sinceMs > now() - longWaitMs) return
  for (const { userId, erasedAtMs } of erasures) {
    await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('erasures')
        .set({ waitsSinceMs: sinceMs })
        .where('userId', '=', userId)
        .where('erasedAtMs', '=', erasedAtMs)
        .where('finishedAtMs', 'is', null)
        .where('waitsSinceMs', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const reason = `older_transaction_since_${new Date(sinceMs).toISOString()}`
      const subjects: AuditSubject[] = [`user:${userId}`]
      await audit.append(transaction, [{ ...byServer, subjects, action: 'user.erase_wait', reason }])
    })
  }
}

/** @returns whether there may be more reports */
function deleteBatch({ db, audit }: ErasingContext, userId: string): Promise<boolean> {
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
      .limit(deletedAtOnce)
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
    return ids.length === deletedAtOnce
  })
}

/** Not if the erasure was started again meanwhile: the data of that time has not been overwritten. */
function finish({ db, audit, now }: ErasingContext, { userId, erasedAtMs }: Unfinished): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const erasure = await transaction
      .updateTable('erasures')
      .set({ finishedAtMs: now(), waitsSinceMs: null })
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
