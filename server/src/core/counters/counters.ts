import { createHmac, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { MasterKey } from '../crypto/keys.ts'
import type { Engine } from '../database/engine.ts'
import { latestPast } from '../database/past.ts'
import type { Db, Transaction } from '../database/tables.ts'
import type { CountedUsesTable } from '../database/tables/counters.ts'

/** The number of uses that are allowed in any period of this length. */
export type Limit = { limit: number; windowMs: number }

export type Use = Pick<CountedUsesTable, 'atMs' | 'amount' | 'pendingUntilMs'>

/** Further uses of a counter make no difference to any limit. */
const mostRead = 500

/** The name of a counter. It is a keyed hash, because callers enter other users' email addresses. */
export function bucketOf({ keys }: { keys: MasterKey }, parts: readonly string[]): string {
  return createHmac('sha256', keys.derive('counters')).update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Counts a use of something that is limited.
 * @returns 0, or the milliseconds until the next use is allowed; in that case this use is not counted
 */
export async function takeUse(
  transaction: Transaction,
  context: { engine: Engine; keys: MasterKey; now: () => number },
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
    .where('atMs', '<=', latestPast(nowMs))
    .orderBy('atMs', 'desc')
    .limit(mostRead)
    .execute()
}

/** How many uses since this time count. */
export async function sumUses(db: Db, bucket: string, period: { nowMs: number; sinceMs: number }): Promise<number> {
  const { amount } = await db
    .selectFrom('countedUses')
    .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
    .where('bucket', '=', bucket)
    .where('endsAtMs', '>', period.nowMs)
    .where('atMs', '<=', latestPast(period.nowMs))
    .where('atMs', '>=', period.sinceMs)
    .executeTakeFirstOrThrow()
  return Number(amount ?? 0)
}

type NewUse = Pick<CountedUsesTable, 'bucket' | 'atMs' | 'endsAtMs'> & Partial<CountedUsesTable>

export async function addUse(db: Db, use: NewUse): Promise<void> {
  await db.insertInto('countedUses').values(newRow(use)).execute()
}

const newRow = (use: NewUse): CountedUsesTable => ({ id: randomUUIDv7(), amount: 1, pendingUntilMs: 0, ...use })

/** A use that is allowed if its amount and the earlier uses since a time stay within the limit. */
export type LimitedUse = Limit &
  Pick<CountedUsesTable, 'bucket' | 'amount'> & {
    sinceMs: number
    /** Another bucket, in which 1 is counted if the use is allowed. */
    alsoIn?: string | undefined
  }

/**
 * Counts several uses at once, in one row for each bucket. Call it while holding a lock for all of these buckets.
 * @returns those that exceed their limits; they are not counted
 */
export async function takeTogether(
  transaction: Transaction,
  engine: Engine,
  uses: readonly LimitedUse[],
  nowMs: number,
): Promise<Set<LimitedUse>> {
  if (uses.length === 0) return new Set()
  const sums = await sumTogether(transaction, uses, nowMs)
  const rows = new Map<string, CountedUsesTable>()
  const beyond = new Set<LimitedUse>()
  for (const use of uses) {
    const amount = (rows.get(use.bucket)?.amount ?? 0) + use.amount
    if ((sums.get(periodOf(use)) ?? 0) + amount > use.limit) {
      beyond.add(use)
      continue
    }
    const row = { atMs: nowMs, endsAtMs: nowMs + use.windowMs }
    rows.set(use.bucket, newRow({ ...row, bucket: use.bucket, amount }))
    if (use.alsoIn !== undefined) rows.set(use.alsoIn, newRow({ ...row, bucket: use.alsoIn }))
  }
  await engine.insertMany(transaction, 'countedUses', [...rows.values()])
  return beyond
}

const periodOf = ({ bucket, sinceMs }: Pick<LimitedUse, 'bucket' | 'sinceMs'>) => `${bucket} ${sinceMs}`

/** The earlier uses since the time of each use, by `periodOf`. */
async function sumTogether(db: Db, uses: readonly LimitedUse[], nowMs: number): Promise<Map<string, number>> {
  const periods = [...new Map(uses.map((use) => [periodOf(use), use])).values()]
  const asked = periods.map(({ bucket, sinceMs }) => sql`(${bucket}, cast(${sinceMs} as bigint))`)
  const { rows } = await sql<{ bucket: string; sinceMs: number; amount: number }>`
    with asked (bucket, since_ms) as (values ${sql.join(asked)})
    select bucket, since_ms, sum(amount) as amount from asked join counted_uses using (bucket)
    where ends_at_ms > ${nowMs} and at_ms >= since_ms and at_ms <= ${latestPast(nowMs)} group by bucket, since_ms`.execute(
    db,
  )
  return new Map(rows.map((row) => [periodOf(row), Number(row.amount)]))
}
