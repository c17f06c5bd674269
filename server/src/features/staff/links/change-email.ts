import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { randomUUIDv7 } from 'node:crypto'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import type { Context } from '../../../core/context.ts'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { EmailChangesTable } from '../../../core/database/tables/links.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { type ApiError, conflict, invalidField, notFound } from '../../../http/errors.ts'
import { mailsTo, requireMail } from '../../../mail/allowance.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { emailChangedMail, emailChangeMail, emailChangeRequestedMail } from '../../../mail/templates/email-change.ts'
import { findFactors, hasFactor } from '../credentials/factors.ts'
import { findAdminByEmail, findAdmins, lockStaff, updateEmail } from '../admins/store.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { lifeMsOf } from './lifetimes.ts'
import { consumeEmailUndo, consumeLink, findEmailUndoTo, withdrawLinks } from './store.ts'

/** Each request also notifies the current email address. */
const perAdmin = { limit: 3, windowMs: 3_600_000 }

/**
 * Sends a link to the new email address, which invalidates the previous link, and notifies the current one. A change
 * that only affects letter case is made immediately.
 */
export async function requestEmailChange(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  newEmail: string,
): Promise<void> {
  const { engine, config, now } = context
  if (newEmail === admin.email) throw invalidField('newEmail', 'This is already your email address.')
  const newEmailKey = emailKeyOf(newEmail)

  await lockStaff(engine, transaction)
  const owner = await findAdminByEmail(transaction, newEmail)
  if (owner && owner.id !== admin.id) throw emailTaken(newEmail, owner)
  // Only the letter case changes, so emails still arrive.
  if (owner) return updateEmail(transaction, admin.id, newEmail)
  const allowances = [{ name: ['e-mail change of', admin.id], ...perAdmin }, mailsTo(newEmailKey, 'e-mail change')]
  const sentence = 'You’ve requested too many verification links.'
  await requireMail(transaction, context, allowances, sentence)

  const token = newToken()
  const expiresAtMs = now() + lifeMsOf.emailChanges
  const url = `${config.publicUrl}/change-email?id=${token}`
  await withdrawLinks(transaction, 'emailChanges', 'adminId', admin.id)
  const mailId = await enqueueMail(transaction, context, {
    kind: 'email-change',
    recipient: newEmail,
    content: emailChangeMail(config, { url, expiresAtMs }),
    uselessFromMs: expiresAtMs,
  })
  const change: EmailChangesTable = {
    adminId: admin.id,
    newEmail,
    newEmailKey,
    tokenHash: hashToken(token),
    mailId,
    expiresAtMs,
    requestedAtMs: now(),
    sessionId: admin.session.id,
    hadFactor: hasFactor(await findFactors(transaction, admin.id)) ? 1 : 0,
  }
  await transaction.insertInto('emailChanges').values(change).execute()
  await enqueueMail(transaction, context, {
    kind: 'email-change-requested',
    recipient: admin.email,
    content: emailChangeRequestedMail(config, { newEmail }),
  })
}

type RequestedChange = { admin: AdminsTable; change: EmailChangesTable }

/** Uses up a link. @returns the requested change and its admin */
export async function consumeEmailChange(
  transaction: Transaction,
  { engine, now }: Context,
  token: string,
): Promise<RequestedChange> {
  await lockStaff(engine, transaction)
  const change = await consumeLink(transaction, 'emailChanges', hashToken(token), now())
  const [admin] = change ? await findAdmins(transaction, [change.adminId]) : []
  if (!change || !admin || admin.role === 'user')
    throw notFound('This link is no longer valid. Request a new one in Settings.')
  return { admin, change }
}

/**
 * Makes the change after the link is used up. The admin's other sessions are revoked.
 * @returns the error if the email address is in use meanwhile: the link stays used up
 */
export async function makeEmailChange(
  transaction: Transaction,
  context: Context,
  { admin, change }: RequestedChange,
  ownSession: string | undefined,
): Promise<ApiError | undefined> {
  const { config, now } = context
  const { newEmail, newEmailKey } = change
  const atMs = now()
  const owner = await findAdminByEmail(transaction, newEmail)
  if (owner && owner.id !== admin.id) return emailTaken(newEmail, owner)

  await updateEmail(transaction, admin.id, newEmail)
  await deleteSessionsOf(transaction, admin.id, ownSession)
  await withdrawLinks(transaction, 'recoveries', 'adminId', admin.id)
  await withdrawLinks(transaction, 'emailChanges', 'newEmailKey', newEmailKey)
  await withdrawLinks(transaction, 'invitations', 'emailKey', newEmailKey)
  await enqueueMail(transaction, context, {
    kind: 'email-changed',
    recipient: admin.email,
    content: emailChangedMail(config, {
      newEmail,
      atMs,
      undo: await offerUndo(transaction, context, admin, change),
    }),
  })
  return undefined
}

/** Creates the link that gives the account back to the previous email address, unless this change does that itself. */
async function offerUndo(
  transaction: Transaction,
  { config, now }: Context,
  { id: adminId, email, emailKey }: AdminsTable,
  { newEmailKey, requestedAtMs, sessionId, hadFactor }: EmailChangesTable,
): Promise<{ url: string; expiresAtMs: number } | undefined> {
  const made = await findEmailUndoTo(transaction, adminId, newEmailKey, now())
  if (made) {
    await consumeEmailUndo(transaction, made)
    return undefined
  }
  const token = newToken()
  const expiresAtMs = now() + lifeMsOf.emailUndos
  const link = { id: randomUUIDv7(), adminId, email, emailKey, tokenHash: hashToken(token), expiresAtMs }
  const request = { requestedAtMs, sessionId, hadFactor }
  await transaction
    .insertInto('emailUndos')
    .values({ ...link, ...request })
    .execute()
  return { url: `${config.publicUrl}/undo-email-change?id=${token}`, expiresAtMs }
}

/** No list shows former admins, so the error says that one has the address. */
function emailTaken(email: string, { role }: AdminsTable): ApiError {
  const message =
    role === 'user'
      ? `${shownEmail(email)} belongs to the account of a former admin. A super admin can restore it by inviting this address again.`
      : `${shownEmail(email)} belongs to another account, which super admins see under Admins. Enter another address.`
  const short = role === 'user' ? 'Belongs to a former admin' : 'Belongs to another account'
  return conflict(message, [{ path: 'newEmail', message: short }])
}
