import type { Db } from './tables.ts'

/** How long something that is deleted by its age is kept after the clock has moved, so that it can be corrected. */
export const graceMs = 24 * 60 * 60_000

/**
 * Whether the clock has moved since a server last recorded the time, which servers do each minute. After a long stop
 * this cannot be told, so it counts as moved.
 */
export const hasMoved = (seenAtMs: number, nowMs: number): boolean => Math.abs(nowMs - seenAtMs) > graceMs

/**
 * Whether the clock has not moved for a day. Otherwise its time does not prove that something is old enough to be
 * deleted. The time is recorded together with how long reports are kept.
 */
export async function isClockSteady(db: Db, nowMs: number): Promise<boolean> {
  const rows = await db.selectFrom('reportsKept').select(['sinceMs', 'seenAtMs']).execute()
  return rows.every(({ sinceMs, seenAtMs }) => !hasMoved(seenAtMs, nowMs) && nowMs >= sinceMs + graceMs)
}
