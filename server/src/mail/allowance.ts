import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'

const hourMs = 3_600_000
const mailsPerHour = 3

/** True when one more mail may go to this address within the hour; it is counted then. Answers must not tell. */
export function allowMailTo(transaction: Transaction<Tables>, engine: Engine, emailKey: string, nowMs: number) {
  return takeAllowance(
    transaction,
    engine,
    { bucket: `mail to ${emailKey}`, limit: mailsPerHour, windowMs: hourMs },
    nowMs,
  )
}

/** Counts one use of something that is allowed `limit` times in any `windowMs`. @returns false when that is used up */
export async function takeAllowance(
  transaction: Transaction<Tables>,
  engine: Engine,
  { bucket: name, limit, windowMs }: { bucket: string; limit: number; windowMs: number },
  nowMs: number,
): Promise<boolean> {
  // Hashed: people type addresses here that are none of ours.
  const bucket = createHash('sha256').update(name).digest('hex')
  await engine.serialize(transaction, bucket)
  const uses = await transaction
    .selectFrom('allowanceUses')
    .select('id')
    .where('bucket', '=', bucket)
    .where('atMs', '>', nowMs - windowMs)
    .limit(limit)
    .execute()
  if (uses.length >= limit) return false
  await transaction.insertInto('allowanceUses').values({ id: randomUUIDv7(), bucket, atMs: nowMs }).execute()
  return true
}

export async function deleteEndedAllowances(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db
    .deleteFrom('allowanceUses')
    .where('atMs', '<=', nowMs - hourMs)
    .execute()
}
