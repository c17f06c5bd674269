import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { conflict } from '../../../http/errors.ts'
import { type MailContent, enqueueMail } from '../../../mail/outbox.ts'
import { secondFactorRemovedMail, secondFactorResetMail } from '../../../mail/templates/second-factor.ts'
import { lockStaff } from '../admins/store.ts'
import { distrustDevicesOf } from '../sessions/devices.ts'
import { findFactors, hasFactor, isSecondFactorRequired } from '../credentials/factors.ts'
import { deleteSecondFactor } from '../credentials/second-factor-store.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { mailSuperAdmins } from '../admins/mail-super-admins.ts'
import { deleteSessionsOf } from '../sessions/store.ts'

/**
 * Removes the app or a passkey. Removing the last factor also removes the recovery codes, and is rejected if one is
 * required. No browser is trusted any longer, because it may be the lost one.
 * @param remove removes the factor and returns the email about it
 */
export async function removeOneFactor(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  remove: () => Promise<MailContent>,
): Promise<void> {
  await lockStaff(context.engine, transaction)
  const content = await remove()
  if (!hasFactor(await findFactors(transaction, admin.id))) return removeSecondFactor(transaction, context, admin)
  await distrustDevicesOf(transaction, admin.id)
  await enqueueMail(transaction, context, { kind: 'second-factor', recipient: admin.email, content })
}

/** Removes all factors. Call it under the staff lock. */
export async function removeSecondFactor(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
): Promise<void> {
  if (isSecondFactorRequired(context.config, admin.role))
    throw conflict('Your role requires two-step sign-in. Add another passkey or an authenticator app first.')
  await deleteSecondFactor(transaction, admin.id)
  await distrustDevicesOf(transaction, admin.id)
  const content = secondFactorRemovedMail(context.config, { atMs: context.now() })
  await enqueueMail(transaction, context, { kind: 'second-factor', recipient: admin.email, content })
}

/**
 * Removes the second factor of an admin who lost it, or no longer requires one after an undo removed it. Their sessions
 * are revoked, and they and all super admins are emailed. Call it under the staff lock.
 * @param by who resets it, as a text
 */
export async function resetSecondFactor(
  transaction: Transaction,
  context: Context,
  admin: AdminsTable,
  by: string,
): Promise<void> {
  const person = shownName(admin.fullName, shownEmail(admin.email))
  if (!(await deleteSecondFactor(transaction, admin.id))) throw conflict(`${person} hasn’t set up two-step sign-in.`)
  await deleteSessionsOf(transaction, admin.id)
  await distrustDevicesOf(transaction, admin.id)
  const content = secondFactorResetMail(context.config, { atMs: context.now(), person, by })
  await mailSuperAdmins(transaction, context, { kind: 'second-factor', content, and: [admin.email] })
}
