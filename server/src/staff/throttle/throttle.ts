import type { Context } from '../../context.ts'
import { compileOnce } from '../../database/compile-once.ts'
import type { Db, Transaction } from '../../database/tables.ts'
import type { SignInThrottlesTable } from '../../database/tables/staff.ts'
import { rateLimited } from '../../http/errors.ts'
import type { Attempt } from './attempts.ts'

const windowMs = 15 * 60_000
const networkLimit = 50
const freeFailures = 4

type Limits = { windowMs: number; longestBlockMs: number }

/**
 * Codes are short, and whoever guesses one already knows the password: the wait is longer and the failures count for
 * longer.
 */
const limitsOf: Record<Attempt['secret'], Limits> = {
  password: { windowMs, longestBlockMs: 15 * 60_000 },
  code: { windowMs: 24 * 3_600_000, longestBlockMs: 3_600_000 },
  passkey: { windowMs, longestBlockMs: 15 * 60_000 },
  token: { windowMs, longestBlockMs: 15 * 60_000 },
  answer: { windowMs, longestBlockMs: 15 * 60_000 },
}

/**
 * Checks a password. The attempt counts as failed before the password is checked, so that concurrent attempts cannot
 * bypass the throttle. Call `forgiveAttempt` after a success.
 * @throws ApiError `rate_limited` while the bucket of the account or of the network is blocked
 */
export async function tryPassword(
  context: Context,
  attempt: Attempt,
  password: string,
  storedHash: string | undefined,
): Promise<boolean> {
  await countAttempt(context, attempt)
  return context.passwords.verify(password, storedHash).catch(async (error: unknown) => {
    await context.db.transaction().execute((transaction) => uncountAttempt(transaction, context, attempt))
    throw error
  })
}

/** After a success, resets the bucket of the account and takes one failure off that of the network. */
export async function forgiveAttempt(transaction: Transaction, context: Context, attempt: Attempt): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await deleteBuckets(transaction, [attempt.account])
  if (attempt.network !== undefined) await decreaseFailures(transaction, [attempt.network])
}

/** Clears all failures in the buckets of an attempt. */
export async function forgetFailures(transaction: Transaction, context: Context, attempt: Attempt): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await deleteBuckets(transaction, bucketsOf(attempt))
}

/**
 * Counts an attempt as failed before its secret is checked.
 * @throws ApiError `rate_limited` while a bucket is blocked
 */
export async function countAttempt(context: Context, attempt: Attempt): Promise<void> {
  const nowMs = context.now()
  await context.db.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, context, attempt)
    const account = await getBucket(transaction, attempt.account, nowMs)
    const network = attempt.network === undefined ? undefined : await getBucket(transaction, attempt.network, nowMs)
    const networkBlockedUntilMs = network && network.failures >= networkLimit ? network.windowEndsAtMs : 0
    const blockedUntilMs = Math.max(account.blockedUntilMs, networkBlockedUntilMs)
    if (blockedUntilMs > nowMs) throw rateLimited(`Too many wrong ${attempt.secret}s.`, blockedUntilMs - nowMs)
    await saveBucket(transaction, afterFailure(account, nowMs, limitsOf[attempt.secret]))
    if (!network) return
    const windowEndsAtMs = network.windowEndsAtMs || nowMs + windowMs
    await saveBucket(transaction, { ...network, failures: network.failures + 1, windowEndsAtMs })
  })
}

/** Takes back the count of an attempt that was not a failure. */
export async function uncountAttempt(transaction: Transaction, context: Context, attempt: Attempt): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await decreaseFailures(transaction, bucketsOf(attempt))
}

const bucketsOf = ({ account, network }: Attempt) => (network === undefined ? [account] : [account, network])

/** Locks the buckets: two attempts that share a bucket run one after the other. */
function lockAttempt(transaction: Transaction, { engine }: Context, attempt: Attempt): Promise<void> {
  return engine.serialize(transaction, `sign-in ${attempt.network ?? attempt.account}`)
}

/** Run for each list that is shown, as `upsertBucket` is. */
const findBucket = compileOnce((db, { bucket, nowMs }: { bucket: string; nowMs: number }) =>
  db.selectFrom('signInThrottles').selectAll().where('bucket', '=', bucket).where('windowEndsAtMs', '>', nowMs),
)

/** A counter that has not ended; empty if there is none. */
export async function getBucket(db: Db, bucket: string, nowMs: number): Promise<SignInThrottlesTable> {
  const [row] = await findBucket(db, { bucket, nowMs })
  return row ?? { bucket, failures: 0, windowEndsAtMs: 0, blockedUntilMs: 0 }
}

/**
 * From the fifth failure on the account has to wait: 1 s, doubling up to the longest wait. Each attempt restarts the
 * time after which failures are forgotten.
 */
function afterFailure(account: SignInThrottlesTable, nowMs: number, limits: Limits): SignInThrottlesTable {
  const failures = account.failures + 1
  const blockMs =
    failures <= freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures - 1), limits.longestBlockMs)
  // Concurrent attempts read the time in another order than they get the lock: one that may go on blocks none of them.
  const blockedUntilMs = blockMs === 0 ? 0 : nowMs + blockMs
  return { ...account, failures, blockedUntilMs, windowEndsAtMs: nowMs + blockMs + limits.windowMs }
}

const upsertBucket = compileOnce((db, { bucket, failures, windowEndsAtMs, blockedUntilMs }: SignInThrottlesTable) =>
  db
    .insertInto('signInThrottles')
    .values({ bucket, failures, windowEndsAtMs, blockedUntilMs })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ failures, windowEndsAtMs, blockedUntilMs })),
)

export async function saveBucket(db: Db, row: SignInThrottlesTable): Promise<void> {
  await upsertBucket(db, row)
}

async function decreaseFailures(db: Db, buckets: string[]): Promise<void> {
  await db
    .updateTable('signInThrottles')
    .set((column) => ({ failures: column('failures', '-', 1), blockedUntilMs: 0 }))
    .where('bucket', 'in', buckets)
    .where('failures', '>', 0)
    .execute()
}

async function deleteBuckets(db: Db, buckets: string[]): Promise<void> {
  await db.deleteFrom('signInThrottles').where('bucket', 'in', buckets).execute()
}
