import { createHmac } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import type { SignInThrottlesTable } from '../../database/tables/staff.ts'
import { rateLimited } from '../../http/errors.ts'
import { networkOf } from '../../http/network-of.ts'

const windowMs = 15 * 60_000
const addressLimit = 50
const freeFailures = 4
const longestBlockMs = 15 * 60_000

/**
 * The buckets in which an attempt counts: those at one account from one place, and, where it is a stranger's, those
 * from one network.
 */
export type Attempt = { account: string; network?: string }

/** A stranger's failures hold up that stranger. */
export function attemptOfStranger(context: Pick<Context, 'keys'>, emailKey: string, address: string): Attempt {
  const network = networkOf(address)
  return {
    account: bucketOf(context, ['account', emailKey, network]),
    network: bucketOf(context, ['network', network]),
  }
}

/** A device with which somebody signed in before is held up by nothing that happens elsewhere. */
export function attemptOnDevice(context: Pick<Context, 'keys'>, adminId: string, deviceToken: string): Attempt {
  return { account: bucketOf(context, ['device', adminId, deviceToken]) }
}

/** Somebody who is signed in gives the current password. */
export function attemptInSession(context: Pick<Context, 'keys'>, sessionTokenHash: string): Attempt {
  return { account: bucketOf(context, ['session', sessionTokenHash]) }
}

/**
 * Checks a password. The attempt counts as failed before the password is looked at, so that attempts made at once
 * cannot slip through together; `forgiveAttempt` is for those that succeeded.
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
    await takeBackAttempt(context, attempt)
    throw error
  })
}

/** A success: the account starts afresh from there, and the network has one failure less. */
export async function forgiveAttempt(
  transaction: Transaction<Tables>,
  context: Context,
  attempt: Attempt,
): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await deleteBuckets(transaction, [attempt.account])
  if (attempt.network !== undefined) await decreaseFailures(transaction, [attempt.network])
}

/** All failures in the buckets of an attempt are forgotten. */
export async function forgetFailures(
  transaction: Transaction<Tables>,
  context: Context,
  attempt: Attempt,
): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await deleteBuckets(transaction, Object.values(attempt))
}

export async function deleteEndedThrottles(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('signInThrottles').where('windowEndsAtMs', '<=', nowMs).execute()
}

async function countAttempt(context: Context, attempt: Attempt): Promise<void> {
  const nowMs = context.now()
  await context.db.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, context, attempt)
    const account = await findBucket(transaction, attempt.account, nowMs)
    const network = attempt.network === undefined ? undefined : await findBucket(transaction, attempt.network, nowMs)
    const networkBlockedUntilMs = network && network.failures >= addressLimit ? network.windowEndsAtMs : 0
    const blockedUntilMs = Math.max(account.blockedUntilMs, networkBlockedUntilMs)
    if (blockedUntilMs > nowMs) throw rateLimited('Too many wrong passwords.', blockedUntilMs - nowMs)
    await save(transaction, afterFailure(account, nowMs))
    if (!network) return
    const windowEndsAtMs = network.windowEndsAtMs || nowMs + windowMs
    await save(transaction, { ...network, failures: network.failures + 1, windowEndsAtMs })
  })
}

/** An attempt whose password was not looked at in the end does not count. */
async function takeBackAttempt(context: Context, attempt: Attempt): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, context, attempt)
    await decreaseFailures(transaction, Object.values(attempt))
  })
}

/** Two attempts that share a bucket wait for each other. */
function lockAttempt(transaction: Transaction<Tables>, { engine }: Context, attempt: Attempt): Promise<void> {
  return engine.serialize(transaction, `sign-in ${attempt.network ?? attempt.account}`)
}

async function findBucket(db: Kysely<Tables>, bucket: string, nowMs: number): Promise<SignInThrottlesTable> {
  const row = await db
    .selectFrom('signInThrottles')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('windowEndsAtMs', '>', nowMs)
    .executeTakeFirst()
  return row ?? { bucket, failures: 0, windowEndsAtMs: 0, blockedUntilMs: 0 }
}

/** From the fifth failure on the account waits: 1 s, doubling up to 15 minutes. The count lives on while it is used. */
function afterFailure(account: SignInThrottlesTable, nowMs: number): SignInThrottlesTable {
  const failures = account.failures + 1
  const blockMs = failures <= freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures - 1), longestBlockMs)
  return { ...account, failures, blockedUntilMs: nowMs + blockMs, windowEndsAtMs: nowMs + blockMs + windowMs }
}

async function save(db: Kysely<Tables>, row: SignInThrottlesTable): Promise<void> {
  const { bucket, ...values } = row
  await db
    .insertInto('signInThrottles')
    .values(row)
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(values))
    .execute()
}

async function decreaseFailures(db: Kysely<Tables>, buckets: string[]): Promise<void> {
  await db
    .updateTable('signInThrottles')
    .set((column) => ({ failures: column('failures', '-', 1), blockedUntilMs: 0 }))
    .where('bucket', 'in', buckets)
    .where('failures', '>', 0)
    .execute()
}

async function deleteBuckets(db: Kysely<Tables>, buckets: string[]): Promise<void> {
  await db.deleteFrom('signInThrottles').where('bucket', 'in', buckets).execute()
}

/** Keyed, because people type addresses here, ours and others. */
function bucketOf({ keys }: Pick<Context, 'keys'>, parts: string[]): string {
  return createHmac('sha256', keys.derive('sign-in-throttle')).update(JSON.stringify(parts)).digest('base64url')
}
