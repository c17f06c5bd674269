import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './context.ts'
import { deleteEndedEmailChanges } from './email-changes/store.ts'
import { deleteLongExpiredInvitations } from './invitations/store.ts'
import { deleteEndedAllowances } from './mail/allowance.ts'
import { deleteEndedMails } from './mail/outbox.ts'
import { deleteEndedRecoveries } from './recovery/store.ts'
import { deleteEndedSessions } from './sessions/store.ts'
import { deleteEndedThrottles } from './sessions/throttle.ts'

const everyMs = 10 * 60_000
const dayMs = 24 * 3_600_000

/** Removes from time to time what has ended on its own. Every replica does it; doing it twice changes nothing. */
export function startHousekeeping({ db, config, now }: Context, logger: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    void (async () => {
      await deleteEndedSessions(db, config.sessionIdleMs, now())
      await deleteEndedThrottles(db, now())
      await deleteEndedAllowances(db, now())
      await deleteEndedRecoveries(db, now())
      await deleteEndedEmailChanges(db, now())
      // Expired invitations stay in sight for a while, and what became of their mail with them.
      await deleteLongExpiredInvitations(db, now() - 30 * dayMs)
      await deleteEndedMails(db, now() - 60 * dayMs)
    })().catch((error: unknown) => logger.warn({ err: error }, 'housekeeping failed, it is tried again later'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
