import type { Database } from './open.ts'

/** Smaller differences are measurement errors. */
const toleranceMs = 1_000

/** The time that all replicas agree on. */
export type Clock = {
  now(): number
  /** How far the database's clock is ahead of this machine's; small differences are ignored. */
  offsetMs(): number
  /** Compares the two clocks. Call it periodically. */
  adjust(): Promise<void>
}

/**
 * Follows the database's clock, so that sessions and throttles end at the same time on every replica even if the clocks
 * of their machines differ. SQLite uses this machine's clock.
 */
export async function createClock({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Clock> {
  let offsetMs = 0
  const clock = {
    now: () => Date.now() + offsetMs,
    offsetMs: () => offsetMs,
    async adjust() {
      if (!engine.readClock) return
      const sentAtMs = Date.now()
      const databaseMs = await engine.readClock(db)
      // The database read its clock at some time between the query and the response.
      const measuredMs = Math.round(databaseMs - (sentAtMs + Date.now()) / 2)
      if (Math.abs(measuredMs) < toleranceMs) offsetMs = 0
      else if (Math.abs(measuredMs - offsetMs) >= toleranceMs) offsetMs = measuredMs
    },
  }
  await clock.adjust()
  return clock
}
