import { findAdmins, lockStaff, updatePassword } from '../admins/store.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { withdrawLinks } from '../links/store.ts'
import { unauthenticated } from '../../../http/errors.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { passwordChangedMail } from '../../../mail/templates/password.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { requireGoodPassword, requireOtherPassword } from '../credentials/password-rules.ts'
import { verifyOwnPassword } from '../credentials/passwords.ts'

type PasswordChange = { before: AdminsTable; passwordHash: string }

/** The slow part: checks both passwords, and hashes the new one. */
export async function preparePasswordChange(
  context: Context,
  signedIn: SignedInAdmin,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<PasswordChange> {
  await requireGoodPassword('newPassword', newPassword, context.config.productName, signedIn)
  const before = await verifyOwnPassword(context, signedIn, { password: oldPassword, field: 'oldPassword' })
  await requireOtherPassword(context, 'newPassword', newPassword, before.passwordHash)
  return { before, passwordHash: await context.passwords.hash(newPassword) }
}

/** Sets the new password, revokes the other sessions, and invalidates links that were requested before. */
export async function changePassword(
  transaction: Transaction,
  context: Context,
  { id, session }: SignedInAdmin,
  { before, passwordHash }: PasswordChange,
): Promise<void> {
  const { engine, config, now } = context
  await lockStaff(engine, transaction)
  const [current] = await findAdmins(transaction, [id])
  // The access was revoked, or the password was changed elsewhere, while the hashes were computed.
  if (!current || current.role === 'user' || current.credentialsVersion !== before.credentialsVersion)
    throw unauthenticated()
  await updatePassword(transaction, id, passwordHash)
  await deleteSessionsOf(transaction, id, session.tokenHash)
  await withdrawLinks(transaction, 'recoveries', 'adminId', id)
  await withdrawLinks(transaction, 'emailChanges', 'adminId', id)
  await enqueueMail(transaction, context, {
    kind: 'password-changed',
    recipient: current.email,
    content: passwordChangedMail(config, { atMs: now() }),
  })
}
