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

type Account = Pick<MachineCaller, 'id' | 'name'>

/**
 * Counts an erasure by a service account, in its transaction.
 * @throws ApiError `rate_limited` beyond the limit of an hour
 */
export async function countErasure(transaction: Transaction, context: Context, account: Account): Promise<void> {
  const { allowed, endsAtMs } = await countErasures(transaction, context, account, 1)
  if (allowed === 0)
    throw rateLimited(
      `This service account has erased or emptied ${mostInHour} users within an hour.`,
      endsAtMs - context.now(),
    )
}

/**
 * Counts as many erasures as the limit of an hour allows, and mails all super admins when there are many in a day. Emptying
 * what identifies a user counts as one.
 */
export async function countErasures(
  transaction: Transaction,
  context: Context,
  { id, name }: Account,
  amount: number,
): Promise<{ allowed: number; endsAtMs: number }> {
  const hour = await openWindow(transaction, context, ['erasures in an hour', id], hourMs)
  const allowed = Math.min(amount, Math.max(0, mostInHour - hour.amount))
  await hour.add(allowed)
  const day = await openWindow(transaction, context, ['erasures in a day', id], 24 * hourMs)
  await day.add(allowed)
  if (day.amount <= unusualInDay && day.amount + allowed > unusualInDay) {
    const content = manyErasuresMail(context.config, { name, amount: unusualInDay, atMs: context.now() })
    await mailSuperAdmins(transaction, context, { kind: 'many-erasures', content })
  }
  return { allowed, endsAtMs: hour.endsAtMs }
}

/** It begins with the first erasure. */
async function openWindow(transaction: Transaction, context: Context, name: string[], windowMs: number) {
  const nowMs = context.now()
  const bucket = await getBucket(transaction, bucketOf(context, name), nowMs)
  const { failures: amount } = bucket
  const endsAtMs = bucket.windowEndsAtMs || nowMs + windowMs
  return {
    amount,
    endsAtMs,
    add: (more: number) => saveBucket(transaction, { ...bucket, failures: amount + more, windowEndsAtMs: endsAtMs }),
  }
}
