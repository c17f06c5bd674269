import type { Db } from '../../database/tables.ts'
import { hashToken } from '../../crypto/token.ts'
import type { EmailChangesTable } from '../../database/tables/staff.ts'
import { withdrawMail } from '../../mail/outbox.ts'

export async function insertEmailChange(db: Db, change: EmailChangesTable): Promise<void> {
  await db.insertInto('emailChanges').values(change).execute()
}

/** A person's request, while it can be confirmed. */
export async function findEmailChangeOf(
  db: Db,
  adminId: string,
  nowMs: number,
): Promise<EmailChangesTable | undefined> {
  return db
    .selectFrom('emailChanges')
    .selectAll()
    .where('adminId', '=', adminId)
    .where('expiresAtMs', '>', nowMs)
    .executeTakeFirst()
}

/** Uses up a link. @returns its request; undefined when the link is invalid or has expired */
export async function consumeEmailChange(db: Db, token: string, nowMs: number): Promise<EmailChangesTable | undefined> {
  return db
    .deleteFrom('emailChanges')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAtMs', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a person's request, and its mail if that is not sent yet. */
export async function deleteEmailChangesOf(db: Db, adminId: string): Promise<void> {
  const deleted = await db.deleteFrom('emailChanges').where('adminId', '=', adminId).returning('mailId').execute()
  for (const { mailId } of deleted) await withdrawMail(db, mailId)
}

/** Deletes other people's requests for an address that is taken now. */
export async function deleteEmailChangesTo(db: Db, emailKey: string): Promise<void> {
  const deleted = await db.deleteFrom('emailChanges').where('newEmailKey', '=', emailKey).returning('mailId').execute()
  for (const { mailId } of deleted) await withdrawMail(db, mailId)
}
