import { emailKeyOf } from '@health-console/contract/text.ts'
import { hashToken } from '../../crypto/token.ts'
import type { Db } from '../../database/tables.ts'
import type { OutboxTable } from '../../database/tables/mail.ts'
import type { InvitationsTable } from '../../database/tables/staff.ts'
import { withdrawMail } from '../../mail/outbox.ts'

/** An invitation with the state of its mail; null if no mail was to be sent. */
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

/** The invitation of a valid link. */
export async function findInvitation(db: Db, tokenHash: string, nowMs: number): Promise<InvitationsTable | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAtMs', '>', nowMs)
    .executeTakeFirst()
}

/** Inserts an invitation, or renews the existing one for this address. */
export async function saveInvitation(db: Db, invitation: InvitationsTable): Promise<void> {
  const { email, role, tokenHash, mailId, expiresAtMs } = invitation
  await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ email, role, tokenHash, mailId, expiresAtMs }))
    .execute()
}

/** Uses up a link. @returns its invitation; undefined when the link is invalid or has expired */
export async function consumeInvitation(db: Db, token: string, nowMs: number): Promise<InvitationsTable | undefined> {
  const spent = await db
    .deleteFrom('invitations')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAtMs', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
  if (spent) await withdrawMail(db, spent.mailId)
  return spent
}

/** Deletes an invitation, and its mail if that is not sent yet. @returns false when there is none */
export async function deleteInvitationById(db: Db, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('invitations').where('id', '=', id).returning('mailId').executeTakeFirst()
  if (deleted) await withdrawMail(db, deleted.mailId)
  return deleted !== undefined
}

export async function deleteInvitationTo(db: Db, emailKey: string): Promise<void> {
  const deleted = await db.deleteFrom('invitations').where('emailKey', '=', emailKey).returning('mailId').execute()
  for (const { mailId } of deleted) await withdrawMail(db, mailId)
}
