import { randomUUIDv7 } from 'node:crypto'
import { hashToken } from '../../crypto/token.ts'
import type { Db } from '../../database/tables.ts'
import type { AdminsTable, RecoveriesTable, RecoveryRequestsTable } from '../../database/tables/staff.ts'
import { withdrawMail } from '../../mail/outbox.ts'

export async function insertRequest(db: Db, emailKey: string, nowMs: number): Promise<void> {
  await db.insertInto('recoveryRequests').values({ id: randomUUIDv7(), emailKey, requestedAtMs: nowMs }).execute()
}

/** Removes and returns the oldest request. Of several concurrent callers one gets it. */
export async function takeOldestRequest(db: Db): Promise<RecoveryRequestsTable | undefined> {
  const oldest = await db.selectFrom('recoveryRequests').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return undefined
  return db.deleteFrom('recoveryRequests').where('id', '=', oldest.id).returningAll().executeTakeFirst()
}

export async function hasRequests(db: Db): Promise<boolean> {
  return (await db.selectFrom('recoveryRequests').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertRecovery(db: Db, recovery: RecoveriesTable): Promise<void> {
  await db.insertInto('recoveries').values(recovery).execute()
}

/** The recovery of a valid link. */
export async function findRecovery(
  db: Db,
  token: string,
  nowMs: number,
): Promise<Pick<AdminsTable, 'id' | 'email' | 'emailKey' | 'fullName' | 'passwordHash' | 'role'> | undefined> {
  return db
    .selectFrom('recoveries')
    .innerJoin('admins', 'admins.id', 'recoveries.adminId')
    .select(['admins.id', 'admins.email', 'admins.emailKey', 'admins.fullName', 'admins.passwordHash', 'admins.role'])
    .where('recoveries.tokenHash', '=', hashToken(token))
    .where('recoveries.expiresAtMs', '>', nowMs)
    .where('admins.role', '!=', 'user')
    .executeTakeFirst()
}

/** Uses up a link. @returns false when it is invalid or has expired */
export async function consumeRecovery(db: Db, token: string, nowMs: number): Promise<boolean> {
  const spent = await db
    .deleteFrom('recoveries')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAtMs', '>', nowMs)
    .returning('adminId')
    .executeTakeFirst()
  return spent !== undefined
}

/** Deletes a person's link, and its mail if that is not sent yet. */
export async function deleteRecoveryOf(db: Db, adminId: string): Promise<void> {
  const deleted = await db
    .deleteFrom('recoveries')
    .where('adminId', '=', adminId)
    .returning('mailId')
    .executeTakeFirst()
  if (deleted) await withdrawMail(db, deleted.mailId)
}
