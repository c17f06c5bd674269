import { emailKeyOf } from '@health-console/contract/values/text.ts'
import { latestEnd } from '../../../core/database/past.ts'
import type { Db, Tables } from '../../../core/database/tables.ts'
import type { OutboxTable } from '../../../core/database/tables/mail.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import type { EmailChangesTable, EmailUndosTable, InvitationsTable } from '../../../core/database/tables/links.ts'
import { withdrawMail } from '../../../mail/outbox.ts'
import { lifeMsOf, type Link } from './lifetimes.ts'

/** The kinds that store their email, and the columns by which they are withdrawn. */
type Mailed = { invitations: 'id' | 'emailKey'; recoveries: 'adminId'; emailChanges: 'adminId' | 'newEmailKey' }

/** The row of a valid link, which is not used up. */
export async function findLink<Table extends Link>(
  db: Db,
  table: Table,
  tokenHash: string,
  nowMs: number,
): Promise<Tables[Table] | undefined>
export async function findLink(db: Db, table: Link, tokenHash: string, nowMs: number) {
  return db
    .selectFrom(table)
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAtMs', '>', nowMs)
    .where('expiresAtMs', '<=', latestEnd(nowMs, lifeMsOf[table]))
    .executeTakeFirst()
}

/** Uses up a link: only one of several attempts gets its row. Undefined if the link is invalid or has expired. */
export async function consumeLink<Table extends keyof Mailed>(
  db: Db,
  table: Table,
  tokenHash: string,
  nowMs: number,
): Promise<Tables[Table] | undefined>
export async function consumeLink(db: Db, table: keyof Mailed, tokenHash: string, nowMs: number) {
  const spent = await db
    .deleteFrom(table)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAtMs', '>', nowMs)
    .where('expiresAtMs', '<=', latestEnd(nowMs, lifeMsOf[table]))
    .returningAll()
    .executeTakeFirst()
  if (spent) await withdrawMail(db, spent.mailId)
  return spent
}

/** Deletes links, and their emails if these are not sent yet. @returns false if there are none */
export async function withdrawLinks<Table extends keyof Mailed>(
  db: Db,
  table: Table,
  column: Mailed[Table],
  value: string,
): Promise<boolean>
export async function withdrawLinks(
  db: Db,
  table: keyof Mailed,
  column: Mailed[keyof Mailed],
  value: string,
): Promise<boolean> {
  const deleted = await db.deleteFrom(table).where(column, '=', value).returning('mailId').execute()
  for (const { mailId } of deleted) await withdrawMail(db, mailId)
  return deleted.length > 0
}

/** An invitation with the state of its email; null if no email was to be sent. */
export type InvitationWithMail = InvitationsTable & { mailState: OutboxTable['state'] | null }

/** Oldest first, including expired ones. */
export async function listInvitations(db: Db): Promise<InvitationWithMail[]> {
  return db
    .selectFrom('invitations')
    .leftJoin('outbox', 'outbox.id', 'invitations.mailId')
    .selectAll('invitations')
    .select('outbox.state as mailState')
    .orderBy('invitations.createdAtMs')
    .orderBy('invitations.id')
    .execute()
}

export async function findInvitationsTo(db: Db, emails: string[]): Promise<InvitationsTable[]> {
  return db.selectFrom('invitations').selectAll().where('emailKey', 'in', emails.map(emailKeyOf)).execute()
}

/** Inserts an invitation, or renews the existing one for this email address. */
export async function saveInvitation(db: Db, invitation: InvitationsTable): Promise<void> {
  const { email, role, inviterId, tokenHash, mailId, expiresAtMs } = invitation
  await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ email, role, inviterId, tokenHash, mailId, expiresAtMs }),
    )
    .execute()
}

/** An admin's request for another email address, while it can be confirmed. */
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
    .where('expiresAtMs', '<=', latestEnd(nowMs, lifeMsOf.emailChanges))
    .executeTakeFirst()
}

/** The admin's link that would restore this email address. */
export async function findEmailUndoTo(
  db: Db,
  adminId: string,
  emailKey: string,
  nowMs: number,
): Promise<EmailUndosTable | undefined> {
  return db
    .selectFrom('emailUndos')
    .selectAll()
    .where('adminId', '=', adminId)
    .where('emailKey', '=', emailKey)
    .where('expiresAtMs', '>', nowMs)
    .where('expiresAtMs', '<=', latestEnd(nowMs, lifeMsOf.emailUndos))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The admin who had this email address until a change that can still be undone. */
export async function findAdminByFormerEmail(db: Db, email: string, nowMs: number): Promise<AdminsTable | undefined> {
  return db
    .selectFrom('emailUndos')
    .innerJoin('admins', 'admins.id', 'emailUndos.adminId')
    .selectAll('admins')
    .where('emailUndos.emailKey', '=', emailKeyOf(email))
    .where('emailUndos.expiresAtMs', '>', nowMs)
    .where('emailUndos.expiresAtMs', '<=', latestEnd(nowMs, lifeMsOf.emailUndos))
    .orderBy('emailUndos.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Uses up a link, and removes those of later changes, which would give the account back to an attacker. */
export async function consumeEmailUndo(
  db: Db,
  { adminId, id }: Pick<EmailUndosTable, 'adminId' | 'id'>,
): Promise<void> {
  await db.deleteFrom('emailUndos').where('adminId', '=', adminId).where('id', '>=', id).execute()
}

export async function deleteEmailUndosOf(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom('emailUndos').where('adminId', '=', adminId).execute()
}
