import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { byServer } from '../../../core/audit/entry.ts'
import { batchesOf } from '../../../core/batches.ts'
import type { Context } from '../../../core/context.ts'
import { deletedAtOnce } from '../../reports/store.ts'
import { selectOlderReports } from './old-reports.ts'
import { findExpiry, mayExpireAt } from './report-keeping.ts'

type ExpiryContext = Pick<Context, 'db' | 'engine' | 'audit' | 'now'>

/** Found by one walk through the index. */
const foundAtOnce = 10_000

/** At night, deletes the reports that are older than `REPORTS_KEPT_YEARS`, in batches. A stop loses nothing. */
export async function expireReports(context: ExpiryContext, signal: AbortSignal): Promise<void> {
  if (await deleteOlder(context, signal)) await context.engine.forgetDeleted?.('reports')
}

/** @returns whether reports were deleted */
async function deleteOlder(context: ExpiryContext, signal: AbortSignal): Promise<boolean> {
  let isChanged = false
  for (;;) {
    const years = await findYears(context)
    if (years === undefined) return isChanged
    const found = await selectOlderReports(context, years).select('id').limit(foundAtOnce).execute()
    for (const batch of batchesOf(found, deletedAtOnce)) {
      if (signal.aborted) return isChanged
      const ids = batch.map(({ id }) => id)
      if (!(await deleteBatch(context, ids))) return isChanged
      isChanged = true
    }
    if (found.length < foundAtOnce) return isChanged
  }
}

async function findYears({ db, now }: Pick<ExpiryContext, 'db' | 'now'>): Promise<number | undefined> {
  const expiry = await findExpiry(db)
  return expiry && mayExpireAt(expiry, now()) ? expiry.years : undefined
}

/** @returns false once the night is over, or the reports must no longer be deleted */
function deleteBatch({ db, audit, now }: Omit<ExpiryContext, 'engine'>, ids: string[]): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const years = await findYears({ db: transaction, now })
    if (years === undefined) return false
    const old = selectOlderReports({ db: transaction, now }, years).select('id').where('id', 'in', ids)
    // A legal hold or another value may have been set, and another replica may have deleted some.
    const deleted = await transaction.deleteFrom('reports').where('id', 'in', old).returning(['id', 'userId']).execute()
    if (deleted.length === 0) return true
    const subjects = [
      ...new Set(deleted.map(({ userId }): AuditSubject => `user:${userId}`)),
      ...deleted.map(({ id }): AuditSubject => `report:${id}`),
    ]
    await audit.append(transaction, [{ ...byServer, action: 'reports.expire', subjects }])
    return true
  })
}
