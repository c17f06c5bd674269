import type { Transaction } from 'kysely'
import { findAdminByEmail, findAdmins, lockStaff, updateEmail, updatePassword } from '../admins/store.ts'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import type { AdminsTable, EmailUndosTable } from '../../database/tables/staff.ts'
import { type ApiError, conflict, notFound } from '../../http/errors.ts'
import { deleteInvitationTo } from '../invitations/store.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emailRestoredMail } from '../../mail/templates/email-change.ts'
import { issueRecovery } from '../recovery/issue-recovery.ts'
import { newToken } from '../sessions/cookies.ts'
import { forgetDevicesOf } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { deleteEmailChangesOf, deleteEmailChangesTo } from './store.ts'
import { findEmailUndo, spendEmailUndo } from './undo-store.ts'

type EmailUndo = { undo: EmailUndosTable; admin: AdminsTable }

const deadUndo = () => notFound('This link does not work any more. Tell a super admin.')

/** What a link gives back, and whose it is. Does not spend it. */
export async function getEmailUndo(
  db: Transaction<Tables> | Context['db'],
  { now }: Context,
  token: string,
): Promise<EmailUndo> {
  const undo = await findEmailUndo(db, token, now())
  const [admin] = undo ? await findAdmins(db, [undo.adminId]) : []
  if (!undo || !admin) throw deadUndo()
  return { undo, admin }
}

/** The same for whoever is about to spend it. */
export async function lockEmailUndo(
  transaction: Transaction<Tables>,
  context: Context,
  token: string,
): Promise<EmailUndo> {
  await lockStaff(context.engine, transaction)
  return getEmailUndo(transaction, context, token)
}

/** The slow part: whoever changed the e-mail may know the password, so nobody is to know it any more. */
export async function preparePasswordEnd(context: Context, token: string): Promise<string> {
  await getEmailUndo(context.db, context, token)
  return context.passwords.hash(newToken())
}

/**
 * Gives the account back to the address it had, ends whatever somebody else could use to get in, and mails that address
 * a link for a new password.
 * @returns the error when the address belongs to another account by now: the link stays, that may change
 */
export async function undoEmailChange(
  transaction: Transaction<Tables>,
  context: Context,
  { undo, admin }: EmailUndo,
  passwordHash: string,
): Promise<ApiError | undefined> {
  const { email, emailKey } = undo
  const owner = await findAdminByEmail(transaction, email)
  if (owner && owner.id !== admin.id) return conflict(`${email} belongs to another account by now. Tell a super admin.`)

  await spendEmailUndo(transaction, undo)
  await updateEmail(transaction, admin.id, email)
  await updatePassword(transaction, admin.id, passwordHash)
  await deleteSessionsOf(transaction, admin.id)
  await forgetDevicesOf(transaction, admin.id)
  await deleteEmailChangesOf(transaction, admin.id)
  await deleteEmailChangesTo(transaction, emailKey)
  await deleteInvitationTo(transaction, emailKey)
  await issueRecovery(transaction, context, { id: admin.id, email }, 'mail')
  await enqueueMail(transaction, context, {
    kind: 'email-restored',
    recipient: admin.email,
    content: emailRestoredMail(context.config, { atMs: context.now() }),
  })
  return undefined
}
