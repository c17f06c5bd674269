import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { Context } from '../context.ts'
import { compileOnce } from '../database/compile-once.ts'
import type { Db, Transaction } from '../database/tables.ts'
import type { CountedUsesTable } from '../database/tables/counters.ts'

/** The number of uses that are allowed in any period of this length. */
export type Limit = { limit: number; windowMs: number }

export type Use = Pick<CountedUsesTable, 'atMs' | 'amount' | 'pendingUntilMs'>

/** Further uses of a counter make no difference to any limit. */
const mostRead = 500

/** The name of a counter. It is a keyed hash, because callers enter other users' email addresses. */
export function bucketOf({ keys }: Pick<Context, 'keys'>, parts: readonly string[]): string {
  return createHmac('sha256', keys.derive('counters')).update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Counts a use of something that is limited.
 * @returns 0, or the milliseconds until the next use is allowed; in that case this use is not counted
 */
export async function takeUse(
  transaction: Transaction,
  context: Pick<Context, 'engine' | 'keys' | 'now'>,
  { name, ...limit }: Limit & { name: readonly string[] },
): Promise<number> {
  const bucket = bucketOf(context, name)
  await context.engine.serialize(transaction, bucket)
  const nowMs = context.now()
  const waitMs = slidingWait(await listUses(transaction, bucket, nowMs), limit, nowMs)
  if (waitMs > 0) return waitMs
  await addUse(transaction, { bucket, atMs: nowMs, endsAtMs: nowMs + limit.windowMs })
  return 0
}

/** How long to wait until one more use is within the limit. @param uses newest first */
export function slidingWait(uses: readonly Use[], { limit, windowMs }: Limit, nowMs: number): number {
  let room = limit
  for (const { atMs, amount } of uses) {
    room -= amount
    if (room <= 0) return Math.max(0, atMs + windowMs - nowMs)
  }
  return 0
}

/** How long the next attempt has to wait after these failures, newest first. */
export function doublingWait(failures: readonly Use[], longestMs: number, nowMs: number): number {
  const [latest] = failures
  const delayMs = delayAfter(failures.length, longestMs)
  // Concurrent attempts may read the time in a different order than they get the lock. An attempt that delays no other
  // must not be blocked.
  return latest && delayMs > 0 ? Math.max(0, latest.atMs + delayMs - nowMs) : 0
}

const freeFailures = 4

/** From the fifth failure on, the delay is 1 s and doubles up to the maximum. */
export const delayAfter = (failures: number, longestMs: number): number =>
  failures <= freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures - 1), longestMs)

/** The uses that count, newest first. */
export function listUses(db: Db, bucket: string, nowMs: number): Promise<Use[]> {
  return db
    .selectFrom('countedUses')
    .select(['atMs', 'amount', 'pendingUntilMs'])
    .where('bucket', '=', bucket)
    .where('endsAtMs', '>', nowMs)
    .orderBy('atMs', 'desc')
    .limit(mostRead)
    .execute()
}

type Period = { nowMs: number; sinceMs: number }

/** Compiled once, like `insertUse`, because it runs for each list that is shown. */
const sumOfUses = compileOnce((db, { bucket, nowMs, sinceMs }: Period & { bucket: string }) =>
  db
    .selectFrom('countedUses')
    .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
    .where('bucket', '=', bucket)
    .where('endsAtMs', '>', nowMs)
    .where('atMs', '>=', sinceMs),
)

/** How many uses since this time count. */
export async function sumUses(db: Db, bucket: string, period: Period): Promise<number> {
  const [row] = await sumOfUses(db, { bucket, ...period })
  return Number(row?.amount ?? 0)
}

const insertUse = compileOnce((db, row: CountedUsesTable) => {
  const { bucket, id, atMs, amount, pendingUntilMs, endsAtMs } = row
  return db.insertInto('countedUses').values({ bucket, id, atMs, amount, pendingUntilMs, endsAtMs })
})

type NewUse = Pick<CountedUsesTable, 'bucket' | 'atMs' | 'endsAtMs'> & Partial<CountedUsesTable>

export async function addUse(db: Db, use: NewUse): Promise<void> {
  await insertUse(db, { id: randomUUIDv7(), amount: 1, pendingUntilMs: 0, ...use })
}
