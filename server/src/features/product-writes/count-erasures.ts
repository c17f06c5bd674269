import type { Context } from '../../core/context.ts'
import { addUse, bucketOf, listUses, slidingWait, takeUse, type Use } from '../../core/counters/counters.ts'
import type { Transaction } from '../../core/database/tables.ts'
import type { MachineCaller } from '../../http/requests/caller.ts'
import { rateLimited } from '../../http/errors.ts'
import { manyErasuresMail } from '../../mail/templates/many-erasures.ts'
import { mailSuperAdmins } from '../staff/admins/mail-super-admins.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostInHour = 100
const unusualInDay = 20

type Account = Pick<MachineCaller, 'id' | 'name'>

/**
 * Counts an erasure by a service account, in its transaction.
 * @throws ApiError `rate_limited` beyond the hourly limit
 */
export async function countErasure(transaction: Transaction, context: Context, account: Account): Promise<void> {
  const { allowed, waitMs } = await countErasures(transaction, context, account, 1)
  if (allowed === 0)
    throw rateLimited(`This service account has erased or emptied ${mostInHour} users within an hour.`, waitMs)
}

/**
 * Counts as many erasures as the hourly limit allows, and emails all super admins, at most once a day, if there are
 * many in a day. Emptying what identifies a user counts as one.
 * @returns how many are allowed, and how long to wait for the next one if none is
 */
export async function countErasures(
  transaction: Transaction,
  context: Context,
  { id, name }: Account,
  amount: number,
): Promise<{ allowed: number; waitMs: number }> {
  const atMs = context.now()
  const bucket = bucketOf(context, ['erasures', id])
  await context.engine.serialize(transaction, bucket)
  const today = await listUses(transaction, bucket, atMs)
  const inHour = sum(today.filter((use) => use.atMs > atMs - hourMs))
  const allowed = Math.min(amount, Math.max(0, mostInHour - inHour))
  const waitMs = slidingWait(today, { limit: mostInHour, windowMs: hourMs }, atMs)
  if (allowed === 0) return { allowed, waitMs }

  await addUse(transaction, { bucket, atMs, amount: allowed, endsAtMs: atMs + dayMs })
  const mails = { name: ['emails about erasures', id], limit: 1, windowMs: dayMs }
  if (sum(today) + allowed > unusualInDay && (await takeUse(transaction, context, mails)) === 0) {
    const content = manyErasuresMail(context.config, { name, amount: unusualInDay, atMs })
    await mailSuperAdmins(transaction, context, { kind: 'many-erasures', content })
  }
  return { allowed, waitMs }
}

const sum = (uses: readonly Use[]) => uses.reduce((total, { amount }) => total + amount, 0)
