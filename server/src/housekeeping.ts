import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './context.ts'
import { deleteEndedSessions } from './sessions/store.ts'
import { deleteEndedThrottles } from './sessions/throttle.ts'

const everyMs = 10 * 60_000

/** Removes from time to time what has ended on its own. Every replica does it; doing it twice changes nothing. */
export function startHousekeeping({ db, config, now }: Context, logger: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    void (async () => {
      await deleteEndedSessions(db, config.sessionIdleMs, now())
      await deleteEndedThrottles(db, now())
    })().catch((error: unknown) => logger.warn({ err: error }, 'housekeeping failed, it is tried again later'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
