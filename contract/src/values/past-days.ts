import * as z from 'zod/mini'

/** An earlier year is a mistake in typing, such as 0026, or means that the day is unknown. */
export const earliestDay = '1900-01-01'

/** The time zone in which a day begins first is 14 hours ahead of UTC. */
const aheadMs = 14 * 3_600_000

/** The last day that has begun somewhere. */
export const latestDay = (nowMs: number) => new Date(nowMs + aheadMs).toISOString().slice(0, 10)

/** The day of something that has happened, such as a birth. */
export const PastDay = z.iso
  .date({ error: 'Must be a date such as 1980-02-29', abort: true })
  .check(
    z.refine((day) => day >= earliestDay && day <= latestDay(Date.now()), `Must be between ${earliestDay} and today`),
  )
