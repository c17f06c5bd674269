import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { keepRenewing } from '../../../core/database/keep-renewing.ts'
import { setProgress } from './import-states.ts'
import type { ImportProgress } from './run-import-thread.ts'
import { renewLease } from './table-state-store.ts'

const everyMs = 500

/** Renews the lease of a running import and stores its progress, until it stops or loses its lease. */
export function keepLease(
  { db, now }: Context,
  logger: FastifyBaseLogger,
  id: string,
  progress: ImportProgress,
  onLost: () => void,
) {
  let current = progress

  async function renew(): Promise<void> {
    const isKept = await db.transaction().execute(async (transaction) => {
      const nowMs = now()
      const hasLease = await renewLease(transaction, id, nowMs)
      const isReading = await setProgress(transaction, id, current, nowMs)
      return hasLease && isReading
    })
    if (!isKept) onLost()
  }

  // If the lease ends, the import cannot become current.
  const onError = (error: unknown) => logger.warn({ err: error }, 'the progress of an import could not be stored')
  return {
    report({ step, rowsRead, fraction }: ImportProgress): void {
      current = { step, rowsRead, fraction }
    },
    stop: keepRenewing(everyMs, renew, onError).stop,
  }
}
