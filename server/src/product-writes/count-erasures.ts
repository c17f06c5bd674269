import type { Context } from '../context.ts'
import type { Transaction } from '../database/tables.ts'
import type { MachineCaller } from '../http/caller.ts'
import { rateLimited } from '../http/errors.ts'
import { manyErasuresMail } from '../mail/templates/many-erasures.ts'
import { mailSuperAdmins } from '../staff/people/mail-super-admins.ts'
import { bucketOf } from '../staff/throttle/attempts.ts'
import { getBucket, saveBucket } from '../staff/throttle/throttle.ts'

const hourMs = 3_600_000
const mostInHour = 100
const unusualInDay = 20

/**
 * Counts an erasure by a service account, in its transaction, and mails all super admins when there are many in a day.
 * @throws ApiError `rate_limited` beyond the limit of an hour
 */
export async function countErasure(
  transaction: Transaction,
  context: Context,
  { id, name }: Pick<MachineCaller, 'id' | 'name'>,
): Promise<void> {
  const hour = await count(transaction, context, ['erasures in an hour', id], hourMs)
  if (hour.amount > mostInHour)
    throw rateLimited(
      `This service account has erased ${mostInHour} users within an hour.`,
      hour.endsAtMs - context.now(),
    )
  const day = await count(transaction, context, ['erasures in a day', id], 24 * hourMs)
  if (day.amount !== unusualInDay + 1) return
  const content = manyErasuresMail(context.config, { name, amount: unusualInDay, atMs: context.now() })
  await mailSuperAdmins(transaction, context, { kind: 'many-erasures', content })
}

/** In a window that begins with the first erasure. */
async function count(transaction: Transaction, context: Context, name: string[], windowMs: number) {
  const nowMs = context.now()
  const bucket = await getBucket(transaction, bucketOf(context, name), nowMs)
  const amount = bucket.failures + 1
  const endsAtMs = bucket.windowEndsAtMs || nowMs + windowMs
  await saveBucket(transaction, { ...bucket, failures: amount, windowEndsAtMs: endsAtMs })
  return { amount, endsAtMs }
}
