import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/tables.ts'
import { describeLoss } from './end-watch.ts'
import { byServer } from './entry.ts'
import type { AuditLog } from './store.ts'

/**
 * Returns the job that notices when the database has lost entries that this server had committed, and records it once
 * in its log and in the audit log.
 */
export function reportLosses({ db, audit }: { db: Db; audit: AuditLog }, logger: Pick<FastifyBaseLogger, 'error'>) {
  let isReported = false
  return async function report(): Promise<void> {
    const loss = await audit.findLoss()
    if (loss === undefined || isReported) return
    const reason = `entries_${loss.keptSequence + 1}_to_${loss.lostSequence}`
    await db
      .transaction()
      .execute((transaction) =>
        audit.append(transaction, [{ ...byServer, action: 'audit.lose', subjects: [], outcome: 'failed', reason }]),
      )
    isReported = true
    logger.error(loss, describeLoss(loss))
  }
}
