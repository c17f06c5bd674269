import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { findAdminByEmail, findAdmins, lockStaff, updateEmail, updatePassword } from '../admins/store.ts'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { EmailUndosTable } from '../../../core/database/tables/links.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { type ApiError, conflict, notFound } from '../../../http/errors.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { emailRestoredMail } from '../../../mail/templates/email-change.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { issueRecovery } from './request-recovery.ts'
import { removeSuspectedFactors } from '../credentials/factors.ts'
import { forgetDevicesOf } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { deleteIdentity } from '../admins/identities.ts'
import { consumeEmailUndo, findLink, withdrawLinks } from './store.ts'

/** A factor that was added this long before the request for a change may be an attacker's. */
const suspectedBeforeMs = 24 * 3_600_000

type EmailUndo = { undo: EmailUndosTable; admin: AdminsTable }

const linkNotFound = () => notFound('This link is no longer valid. Contact a super admin.')

/** The email address that a link restores, and its admin, without using up the link. */
export async function getEmailUndo(
  db: Transaction | Context['db'],
  { now }: Context,
  token: string,
): Promise<EmailUndo> {
  const undo = await findLink(db, 'emailUndos', hashToken(token), now())
  const [admin] = undo ? await findAdmins(db, [undo.adminId]) : []
  if (!undo || !admin) throw linkNotFound()
  return { undo, admin }
}

/** The same for a request that uses up the link. */
export async function lockEmailUndo(transaction: Transaction, context: Context, token: string): Promise<EmailUndo> {
  await lockStaff(context.engine, transaction)
  return getEmailUndo(transaction, context, token)
}

/** The slow part: hashes a random password, which replaces the one that an attacker may know. */
export async function preparePasswordEnd(context: Context, token: string): Promise<string> {
  await getEmailUndo(context.db, context, token)
  return context.passwords.hash(newToken())
}

/**
 * Gives the account back to its previous email address, revokes everything with which an attacker could sign in, and
 * emails a link for a new password to that address.
 * @returns the error if the email address now belongs to another account: the link stays valid, since that may change
 */
export async function undoEmailChange(
  transaction: Transaction,
  context: Context,
  { undo, admin }: EmailUndo,
  passwordHash: string,
): Promise<ApiError | undefined> {
  const { email, emailKey } = undo
  const owner = await findAdminByEmail(transaction, email)
  if (owner && owner.id !== admin.id) {
    const account = owner.role === 'user' ? 'the account of a former admin' : 'another account'
    return conflict(`${shownEmail(email)} now belongs to ${account}. Contact a super admin.`)
  }

  await consumeEmailUndo(transaction, undo)
  await updateEmail(transaction, admin.id, email)
  await updatePassword(transaction, admin.id, passwordHash)
  await deleteSessionsOf(transaction, admin.id)
  await forgetDevicesOf(transaction, admin.id)
  const sinceMs = undo.requestedAtMs - suspectedBeforeMs
  const suspected = { sinceMs, sessionId: undo.sessionId, hadFactor: undo.hadFactor === 1 }
  await removeSuspectedFactors(transaction, context, { ...admin, email }, suspected)
  await deleteIdentity(transaction, admin.id, sinceMs)
  await withdrawLinks(transaction, 'emailChanges', 'adminId', admin.id)
  await withdrawLinks(transaction, 'emailChanges', 'newEmailKey', emailKey)
  await withdrawLinks(transaction, 'invitations', 'emailKey', emailKey)
  if (mayUsePassword(context.config, { ...admin, email }))
    await issueRecovery(transaction, context, { id: admin.id, email }, 'mail')
  await enqueueMail(transaction, context, {
    kind: 'email-restored',
    recipient: admin.email,
    content: emailRestoredMail(context.config, { atMs: context.now() }),
  })
  return undefined
}
