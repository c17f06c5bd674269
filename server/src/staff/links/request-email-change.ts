import { emailKeyOf } from '@health-console/contract/text.ts'
import { hashToken, newToken } from '../../crypto/token.ts'
import { findAdminByEmail, lockStaff, updateEmail } from '../people/store.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import { conflict, invalidField } from '../../http/errors.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { mailsTo, requireMail } from '../../mail/allowance.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emailChangeMail, emailChangeRequestedMail } from '../../mail/templates/email-change.ts'
import { findFactors, hasFactor } from '../credentials/factors.ts'
import { deleteEmailChangesOf, insertEmailChange } from './email-change-store.ts'

export const emailChangeLifeMs = 24 * 3_600_000
/** Each request also notifies the current address. */
const perAdmin = { limit: 3, windowMs: 3_600_000 }

/**
 * Sends a link to the new address, which invalidates the previous link, and notifies the current address. A change of
 * letter case alone is made at once.
 */
export async function requestEmailChange(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  newEmail: string,
): Promise<void> {
  const { engine, config, now } = context
  if (newEmail === admin.email) throw invalidField('newEmail', 'This is already your e-mail.')
  const newEmailKey = emailKeyOf(newEmail)

  await lockStaff(engine, transaction)
  const owner = await findAdminByEmail(transaction, newEmail)
  if (owner && owner.id !== admin.id) throw addressTaken(newEmail)
  // The letter case alone: mails arrive as before.
  if (owner) return updateEmail(transaction, admin.id, newEmail)
  const allowances = [{ name: `e-mail change of ${admin.id}`, ...perAdmin }, mailsTo(newEmailKey, 'e-mail change')]
  const problem = 'A verification link was requested 3 times within an hour.'
  await requireMail(transaction, context, allowances, problem)

  const token = newToken()
  const expiresAtMs = now() + emailChangeLifeMs
  const url = `${config.publicUrl}/change-email?id=${token}`
  await deleteEmailChangesOf(transaction, admin.id)
  const mailId = await enqueueMail(transaction, context, {
    kind: 'email-change',
    recipient: newEmail,
    content: emailChangeMail(config, { url, expiresAtMs }),
    uselessFromMs: expiresAtMs,
  })
  const tokenHash = hashToken(token)
  await insertEmailChange(transaction, {
    adminId: admin.id,
    newEmail,
    newEmailKey,
    tokenHash,
    mailId,
    expiresAtMs,
    requestedAtMs: now(),
    sessionId: admin.session.id,
    hadFactor: hasFactor(await findFactors(transaction, admin.id)) ? 1 : 0,
  })
  await enqueueMail(transaction, context, {
    kind: 'email-change-requested',
    recipient: admin.email,
    content: emailChangeRequestedMail(config, { newEmail }),
  })
}

export const addressTaken = (email: string) =>
  conflict(`${email} belongs to another account.`, [{ path: 'newEmail', message: 'Belongs to another account' }])
