import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../../core/context.ts'
import {
  addUse,
  delayAfter,
  doublingWait,
  type Limit,
  listUses,
  slidingWait,
  type Use,
} from '../../../core/counters/counters.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { type ApiError, rateLimited } from '../../../http/errors.ts'
import type { Attempt } from './attempts.ts'

const windowMs = 15 * 60_000
const perNetwork: Limit = { limit: 50, windowMs }

/** The longest check of a password on a busy server. */
const checkMs = 60_000
/** How long a known device waits before each further check. */
const deviceWaitsMs = [100, 200, 400, 800, 1_600, ...Array<number>(12).fill(2_000)]

/** Failures are forgotten after this time without an attempt. */
type Patience = { windowMs: number; longestWaitMs: number }

/**
 * Codes are short, and someone who guesses one already knows the password, so the wait is longer and the failures count
 * for longer.
 */
const patienceOf: Record<Attempt['secret'], Patience> = {
  password: { windowMs, longestWaitMs: 15 * 60_000 },
  code: { windowMs: 24 * 3_600_000, longestWaitMs: 3_600_000 },
  passkey: { windowMs, longestWaitMs: 15 * 60_000 },
  token: { windowMs, longestWaitMs: 15 * 60_000 },
  answer: { windowMs, longestWaitMs: 15 * 60_000 },
}

/**
 * Checks a password. The attempt is counted before the password is checked, so that concurrent attempts cannot bypass
 * the throttle. Call `clearAttempt` after a success. A known device or session waits for its other attempts.
 * @throws ApiError `rate_limited` while the account or the network has to wait
 */
export async function tryPassword(
  context: Context,
  attempt: Attempt,
  password: string,
  storedHash: string | undefined,
): Promise<boolean> {
  const isKnown = attempt.network === undefined
  for (const waitMs of [...(isKnown ? deviceWaitsMs : []), undefined]) {
    const rejection = await count(context, attempt, checkMs)
    if (!rejection) break
    if (!rejection.isBusy || waitMs === undefined) throw rejection.error
    await delay(waitMs)
  }
  const matches = await context.passwords.verify(password, storedHash).catch(async (error: unknown) => {
    await context.db.transaction().execute((transaction) => uncountAttempt(transaction, attempt))
    throw error
  })
  if (!matches) await settleAttempt(context, attempt)
  return matches
}

/** After a success, forgets the failures of the account, and this attempt in its network. */
export async function clearAttempt(transaction: Transaction, context: Context, attempt: Attempt): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await uncountAttempt(transaction, attempt)
  await transaction
    .deleteFrom('countedUses')
    .where('bucket', '=', attempt.account)
    .where('pendingUntilMs', '<=', context.now())
    .execute()
}

/** Forgets all failures of the account and the network of an attempt. */
export async function forgetFailures(transaction: Transaction, context: Context, attempt: Attempt): Promise<void> {
  await lockAttempt(transaction, context, attempt)
  await transaction.deleteFrom('countedUses').where('bucket', 'in', bucketsOf(attempt)).execute()
}

/**
 * Counts an attempt as failed before its secret is checked.
 * @throws ApiError `rate_limited` while the account or the network has to wait
 */
export async function countAttempt(context: Context, attempt: Attempt): Promise<void> {
  const rejection = await count(context, attempt, 0)
  if (rejection) throw rejection.error
}

/** Removes the count of an attempt that was not a failure. */
export async function uncountAttempt(transaction: Transaction, attempt: Attempt): Promise<void> {
  await transaction
    .deleteFrom('countedUses')
    .where('bucket', 'in', bucketsOf(attempt))
    .where('id', '=', attempt.id)
    .execute()
}

type Rejection = { error: ApiError; isBusy: boolean }

/** @param pendingMs how long the attempt may be checked; until then it is not known as a failure */
async function count(context: Context, attempt: Attempt, pendingMs: number): Promise<Rejection | undefined> {
  const nowMs = context.now()
  return context.db.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, context, attempt)
    const uses = {
      account: await listUses(transaction, attempt.account, nowMs),
      network: attempt.network === undefined ? [] : await listUses(transaction, attempt.network, nowMs),
    }
    const rejection = reject(attempt, uses, nowMs)
    if (rejection) return rejection
    const row = { id: attempt.id, atMs: nowMs, pendingUntilMs: pendingMs && nowMs + pendingMs }
    const patience = patienceOf[attempt.secret]
    const endsAtMs = nowMs + delayAfter(uses.account.length + 1, patience.longestWaitMs) + patience.windowMs
    // Each attempt restarts the time after which failures are forgotten.
    await transaction
      .updateTable('countedUses')
      .set({ endsAtMs })
      .where('bucket', '=', attempt.account)
      .where('endsAtMs', '>', nowMs)
      .execute()
    await addUse(transaction, { ...row, bucket: attempt.account, endsAtMs })
    if (attempt.network !== undefined)
      await addUse(transaction, { ...row, bucket: attempt.network, endsAtMs: nowMs + perNetwork.windowMs })
    return undefined
  })
}

type Uses = { account: Use[]; network: Use[] }

function reject({ secret }: Attempt, { account, network }: Uses, nowMs: number): Rejection | undefined {
  const isFailure = ({ pendingUntilMs }: Use) => pendingUntilMs <= nowMs
  const waitAfter = (uses: Uses) =>
    Math.max(
      doublingWait(uses.account, patienceOf[secret].longestWaitMs, nowMs),
      slidingWait(uses.network, perNetwork, nowMs),
    )
  const waitMs = waitAfter({ account: account.filter(isFailure), network: network.filter(isFailure) })
  if (waitMs > 0) return { error: rateLimited(`Too many wrong ${secret}s.`, waitMs), isBusy: false }
  if (waitAfter({ account, network }) === 0) return undefined
  return { error: rateLimited('Too many sign-ins at once.', 1_000), isBusy: true }
}

/** From now on the attempt is known as a failure. */
export async function settleAttempt({ db }: Context, attempt: Attempt): Promise<void> {
  await db
    .updateTable('countedUses')
    .set({ pendingUntilMs: 0 })
    .where('bucket', 'in', bucketsOf(attempt))
    .where('id', '=', attempt.id)
    .execute()
}

const bucketsOf = ({ account, network }: Attempt) => (network === undefined ? [account] : [account, network])

/** Two attempts that share an account or a network are counted one after the other. */
function lockAttempt(transaction: Transaction, { engine }: Context, attempt: Attempt): Promise<void> {
  return engine.serialize(transaction, `sign-in ${attempt.network ?? attempt.account}`)
}
