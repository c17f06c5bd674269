/**
 * How far ahead a time may be at which something happened: clocks differ a little. Beyond that, the clock was wrong when
 * it was written. It then counts as ended if it gives access, as long ago if something is repeated after it, and as now
 * if something is deleted by its age.
 */
export const mayBeAheadMs = 5 * 60_000

/** The latest time at which something can have happened. */
export const latestPast = (nowMs: number): number => nowMs + mayBeAheadMs

/** Whether something cannot have happened at this time, because it is too far ahead. */
export const isAhead = (atMs: number, nowMs: number): boolean => atMs > latestPast(nowMs)

/** The latest end of something that lasts this long: a later one was written while a clock was ahead. */
export const latestEnd = (nowMs: number, lastsMs: number): number => latestPast(nowMs) + lastsMs
