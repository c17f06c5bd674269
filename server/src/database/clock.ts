import type { Database } from './open.ts'

/** Differences below this are those of the measurement. */
const toleranceMs = 1_000

/** The time that all replicas agree on. */
export type Clock = {
  now(): number
  /** How far the database's clock is ahead of this machine's, as far as it is taken into account. */
  offsetMs(): number
  /** Compares the two. Call it periodically. */
  adjust(): Promise<void>
}

/**
 * The clock of the database, so that a session ends and somebody may try again at the same moment on every replica,
 * whatever the clocks of their machines say. The embedded database has this machine's.
 */
export async function createClock({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Clock> {
  let offsetMs = 0
  const clock = {
    now: () => Date.now() + offsetMs,
    offsetMs: () => offsetMs,
    async adjust() {
      if (!engine.readClock) return
      const askedAtMs = Date.now()
      const databaseMs = await engine.readClock(db)
      // Read somewhere between question and answer.
      const measuredMs = Math.round(databaseMs - (askedAtMs + Date.now()) / 2)
      if (Math.abs(measuredMs) < toleranceMs) offsetMs = 0
      else if (Math.abs(measuredMs - offsetMs) >= toleranceMs) offsetMs = measuredMs
    },
  }
  await clock.adjust()
  return clock
}
