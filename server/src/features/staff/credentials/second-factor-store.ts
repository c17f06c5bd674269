import type { Context } from '../../../core/context.ts'
import type { Keys } from '../../../core/crypto/keys.ts'
import { sealText, tryOpenText } from '../../../core/crypto/sealed-text.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { SecondFactorDraftsTable, SecondFactorsTable } from '../../../core/database/tables/credentials.ts'
import { deletePasskeysOf } from './passkey-store.ts'

const placeOf = (owner: string) => ({ purpose: 'second-factor', owner })

export async function findSecondFactor(db: Db, adminId: string): Promise<SecondFactorsTable | undefined> {
  return db.selectFrom('secondFactors').selectAll().where('adminId', '=', adminId).executeTakeFirst()
}

export async function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('adminId', '=', adminId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The plain secret; undefined if it was sealed with another master key. */
export function findSecret(
  { keys }: Pick<Context, 'keys'>,
  { adminId, secret }: SecondFactorDraftsTable,
): string | undefined {
  return tryOpenText(keys, placeOf(adminId), secret)
}

/** Re-encrypts all secrets after a change of the master key. @returns how many, and how many neither key decrypts */
export async function resealSecrets(
  transaction: Transaction,
  old: Pick<Context, 'keys'>,
  context: Pick<Context, 'keys'>,
): Promise<{ sealed: number; unreadable: number }> {
  const counts = { sealed: 0, unreadable: 0 }
  for (const table of ['secondFactors', 'secondFactorDrafts'] as const) {
    for (const row of await transaction.selectFrom(table).select(['adminId', 'secret']).execute()) {
      if (findSecret(context, row) !== undefined) continue
      const plain = findSecret(old, row)
      if (plain === undefined) {
        counts.unreadable += 1
        continue
      }
      const secret = sealText(context.keys, placeOf(row.adminId), plain)
      await transaction.updateTable(table).set({ secret }).where('adminId', '=', row.adminId).execute()
      counts.sealed += 1
    }
  }
  return counts
}

/** The email addresses of admins with an app, and whether the key decrypts its secret. */
export async function listApps(db: Db, keys: Keys): Promise<{ email: string; isReadable: boolean }[]> {
  const rows = await db
    .selectFrom('secondFactors')
    .innerJoin('admins', 'admins.id', 'secondFactors.adminId')
    .select(['adminId', 'secret', 'email'])
    .orderBy('email')
    .execute()
  return rows.map(({ adminId, secret, email }) => ({
    email,
    isReadable: tryOpenText(keys, placeOf(adminId), secret) !== undefined,
  }))
}

/** The email addresses of admins with recovery codes. */
export async function listWithRecoveryCodes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .innerJoin('admins', 'admins.id', 'recoveryCodes.adminId')
    .select('email')
    .distinct()
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Stores a secret until a code confirms it, in place of an earlier one. */
export async function saveDraft(
  transaction: Transaction,
  { keys }: Pick<Context, 'keys'>,
  adminId: string,
  plainSecret: string,
): Promise<void> {
  const secret = sealText(keys, placeOf(adminId), plainSecret)
  await transaction
    .insertInto('secondFactorDrafts')
    .values({ adminId, secret })
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet({ secret }))
    .execute()
}

/** The unconfirmed secret. */
export async function findDraft(db: Db, context: Pick<Context, 'keys'>, adminId: string): Promise<string | undefined> {
  const row = await db.selectFrom('secondFactorDrafts').selectAll().where('adminId', '=', adminId).executeTakeFirst()
  return row && findSecret(context, row)
}

/**
 * Makes the unconfirmed secret the second factor, in place of the previous one.
 * @param lastStep the step of the code that confirmed it
 */
export async function adoptDraft(
  transaction: Transaction,
  adminId: string,
  { lastStep, nowMs, sessionId }: { lastStep: number; nowMs: number; sessionId: string },
): Promise<void> {
  const { secret } = await transaction
    .deleteFrom('secondFactorDrafts')
    .where('adminId', '=', adminId)
    .returning('secret')
    .executeTakeFirstOrThrow()
  const values = { secret, lastStep, rejectedStep: 0, createdAtMs: nowMs, sessionId }
  await transaction
    .insertInto('secondFactors')
    .values({ adminId, ...values })
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet(values))
    .execute()
}

/** Uses up the code of a step, and all earlier ones. @returns false if it was already used, or was rejected before */
export async function spendStep(transaction: Transaction, adminId: string, step: number): Promise<boolean> {
  await forgetStepsAhead(transaction, adminId, step)
  const spent = await transaction
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('adminId', '=', adminId)
    .where('lastStep', '<', step)
    .where('rejectedStep', '<', step)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/**
 * Remembers the highest step whose code was entered at the wrong time, so that neither this code nor an earlier one is
 * accepted when its time comes: others may have seen them.
 */
export async function rejectStep(transaction: Transaction, adminId: string, step: number): Promise<void> {
  await forgetStepsAhead(transaction, adminId, step)
  await transaction
    .updateTable('secondFactors')
    .set({ rejectedStep: step })
    .where('adminId', '=', adminId)
    .where('rejectedStep', '<', step)
    .execute()
}

/** A rejected code is at most 60 steps ahead, and this one may be 60 steps behind. */
const mostStepsAhead = 140

/** Steps that are too far ahead were spent while the clock was ahead, and would block every code until then. */
async function forgetStepsAhead(transaction: Transaction, adminId: string, step: number): Promise<void> {
  for (const column of ['lastStep', 'rejectedStep'] as const)
    await transaction
      .updateTable('secondFactors')
      .set({ [column]: 0 })
      .where('adminId', '=', adminId)
      .where(column, '>', step + mostStepsAhead)
      .execute()
}

/** Removes the app and an unconfirmed secret. @returns false if there was no app */
export async function deleteApp(transaction: Transaction, adminId: string): Promise<boolean> {
  await transaction.deleteFrom('secondFactorDrafts').where('adminId', '=', adminId).execute()
  const deleted = await transaction.deleteFrom('secondFactors').where('adminId', '=', adminId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** What an attacker may have added: everything since a time, and everything that a session added. */
export type Suspected = { sinceMs: number; sessionId: string | null }

/** Removes the app, passkeys and recovery codes that an attacker may have added, and an unconfirmed secret. */
export async function deleteSuspectedFactors(
  transaction: Transaction,
  adminId: string,
  { sinceMs, sessionId }: Suspected,
): Promise<void> {
  await transaction.deleteFrom('secondFactorDrafts').where('adminId', '=', adminId).execute()
  for (const table of ['secondFactors', 'passkeys', 'recoveryCodes'] as const)
    await transaction
      .deleteFrom(table)
      .where('adminId', '=', adminId)
      // An unknown session, null, equals none.
      .where((where) => where.or([where('createdAtMs', '>=', sinceMs), where('sessionId', '=', sessionId)]))
      .execute()
}

export async function deleteRecoveryCodes(transaction: Transaction, adminId: string): Promise<void> {
  await transaction.deleteFrom('recoveryCodes').where('adminId', '=', adminId).execute()
}

/**
 * Removes the app, the passkeys and the recovery codes, and no longer requires a factor that was lost.
 * @returns false if none was set up and none was lost
 */
export async function deleteSecondFactor(transaction: Transaction, adminId: string): Promise<boolean> {
  await deleteRecoveryCodes(transaction, adminId)
  const found = await setLostFactor(transaction, adminId, 0)
  const hadApp = await deleteApp(transaction, adminId)
  const passkeys = await deletePasskeysOf(transaction, adminId)
  return hadApp || passkeys > 0 || found
}

/** @returns false if it already was */
export async function setLostFactor(transaction: Transaction, adminId: string, lostFactor: 0 | 1): Promise<boolean> {
  const changed = await transaction
    .updateTable('admins')
    .set({ lostFactor })
    .where('id', '=', adminId)
    .where('lostFactor', '!=', lostFactor)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
