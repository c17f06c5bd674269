import { findAdminByEmail, insertAdmin, lockStaff, reinstateAdmin } from '../admins/store.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { InvitationsTable } from '../../../core/database/tables/links.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { notFound } from '../../../http/errors.ts'
import { requireGoodPassword } from '../credentials/password-rules.ts'
import { mayUsePassword, passwordsClosed } from '../credentials/passwords.ts'
import { consumeLink, findLink, withdrawLinks } from './store.ts'

type Profile = { token: string; fullName: string; password: string }

export const invitationNotFound = () => notFound('Invitation not exist or expired')

/** The slow part: checks the link and the password without using up the link. @returns the hash of the password */
export async function prepareAcceptance(context: Context, { token, fullName, password }: Profile): Promise<string> {
  const { db, config, passwords, now } = context
  const invitation = await findLink(db, 'invitations', hashToken(token), now())
  if (!invitation) throw invitationNotFound()
  if (!mayUsePassword(config, invitation)) throw passwordsClosed(config)
  await requireGoodPassword('password', password, config.productName, { fullName, email: invitation.email })
  return passwords.hash(password)
}

/** Creates the account of an invitation. Of several attempts with one link only one succeeds. */
export async function acceptInvitation(
  transaction: Transaction,
  context: Context,
  { token, ...person }: Pick<Profile, 'token' | 'fullName'> & { passwordHash: string },
): Promise<AdminsTable> {
  await lockStaff(context.engine, transaction)
  const spent = await consumeLink(transaction, 'invitations', hashToken(token), context.now())
  if (!spent) throw invitationNotFound()
  return createInvited(transaction, context, spent, person)
}

/** Creates the account after the invitation is used up. Call it under the staff lock. */
export async function createInvited(
  transaction: Transaction,
  { now }: Context,
  { email, emailKey, role, inviterId }: InvitationsTable,
  person: { fullName: string; passwordHash: string },
): Promise<AdminsTable> {
  await withdrawLinks(transaction, 'emailChanges', 'newEmailKey', emailKey)
  const admin = { ...person, email, role, inviterId }
  const nowMs = now()
  const former = await findAdminByEmail(transaction, email)
  if (former) return reinstateAdmin(transaction, former.id, { ...admin, joinedAtMs: nowMs })
  return insertAdmin(transaction, { ...admin, nowMs })
}
