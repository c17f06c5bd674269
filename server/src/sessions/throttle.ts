import type { Kysely } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'
import { rateLimited } from '../http/errors.ts'
import { hashToken } from './store.ts'

const windowMs = 15 * 60_000
const addressLimit = 50
const freeFailures = 4
const longestBlockMs = 15 * 60_000

type Bucket = { bucket: string; failures: number; windowEndsAtMs: number; blockedUntilMs: number }

/** Whose failures are counted together: those from one network address, and those at one account from one place. */
export type Attempt = { address: string; account: string }

/** A stranger's failures hold up that stranger. */
export function accountAtAddress(emailKey: string, address: string): string {
  return `account ${emailKey} ${address}`
}

/** A device that signed in before is not held up by what strangers do elsewhere. */
export function accountOnDevice(emailKey: string, deviceToken: string): string {
  return `device ${emailKey} ${hashToken(deviceToken)}`
}

/** Somebody who is signed in and gives the current password. */
export function accountInSession(adminId: string): string {
  return `signed in ${adminId}`
}

/**
 * Counts an attempt as failed before its password is looked at, so that attempts made at once cannot slip through
 * together; `forgiveAttempt` takes it back after a success. Refuses with 429 while the account (from this place) or
 * the address itself is blocked.
 */
export async function countAttempt(db: Kysely<Tables>, engine: Engine, attempt: Attempt, nowMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const keys = bucketsOf(attempt)
    await engine.serialize(transaction, `sign-in ${attempt.address}`)
    const rows = await transaction
      .selectFrom('signInThrottles')
      .selectAll()
      .where('bucket', 'in', Object.values(keys))
      .execute()
    const current = (bucket: string): Bucket =>
      rows.find((row) => row.bucket === bucket && row.windowEndsAtMs > nowMs) ?? {
        bucket,
        failures: 0,
        windowEndsAtMs: 0,
        blockedUntilMs: 0,
      }
    const account = current(keys.account)
    const address = current(keys.address)

    const blockedUntilMs = Math.max(
      account.blockedUntilMs,
      address.failures >= addressLimit ? address.windowEndsAtMs : 0,
    )
    if (blockedUntilMs > nowMs) throw rateLimited('Too many wrong passwords.', blockedUntilMs - nowMs)
    await save(transaction, {
      ...address,
      failures: address.failures + 1,
      windowEndsAtMs: address.windowEndsAtMs || nowMs + windowMs,
    })
    await save(transaction, afterFailure(account, nowMs))
  })
}

/** A sign-in succeeded: its account starts afresh, and the address has one failure less. */
export async function forgiveAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  const keys = bucketsOf(attempt)
  await forgiveAccount(db, keys.account)
  await db
    .updateTable('signInThrottles')
    .set((column) => ({ failures: column('failures', '-', 1) }))
    .where('bucket', '=', keys.address)
    .where('failures', '>', 0)
    .execute()
}

/** An attempt whose password was not looked at in the end does not count. */
export async function takeBackAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  await db
    .updateTable('signInThrottles')
    .set((column) => ({ failures: column('failures', '-', 1), blockedUntilMs: 0 }))
    .where('bucket', 'in', Object.values(bucketsOf(attempt)))
    .where('failures', '>', 0)
    .execute()
}

/** An account starts afresh. */
export async function forgiveAccount(db: Kysely<Tables>, account: string): Promise<void> {
  await db.deleteFrom('signInThrottles').where('bucket', '=', account).execute()
}

export async function deleteEndedThrottles(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('signInThrottles').where('windowEndsAtMs', '<=', nowMs).execute()
}

/** From the fifth failure on the account waits: 1 s, doubling up to 15 minutes. The count lives on while it is used. */
function afterFailure(account: Bucket, nowMs: number): Bucket {
  const failures = account.failures + 1
  const blockMs = failures <= freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures - 1), longestBlockMs)
  return { ...account, failures, blockedUntilMs: nowMs + blockMs, windowEndsAtMs: nowMs + blockMs + windowMs }
}

function bucketsOf({ address, account }: Attempt) {
  return { address: `address ${address}`, account }
}

async function save(db: Kysely<Tables>, row: Bucket): Promise<void> {
  const { bucket, ...values } = row
  await db
    .insertInto('signInThrottles')
    .values(row)
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(values))
    .execute()
}
