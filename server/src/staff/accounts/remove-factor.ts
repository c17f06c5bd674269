import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { conflict } from '../../http/errors.ts'
import { enqueueMail, type MailContent } from '../../mail/outbox.ts'
import { secondFactorRemovedMail } from '../../mail/templates/second-factor.ts'
import { lockStaff } from '../people/store.ts'
import { distrustDevicesOf } from '../sessions/devices.ts'
import { findFactors, hasFactor } from '../credentials/factors.ts'
import { isSecondFactorRequired } from '../credentials/requirement.ts'
import { deleteSecondFactor } from '../credentials/second-factor-store.ts'

/**
 * Removes the app or a passkey. The last factor takes the recovery codes with it, and cannot be removed if one is
 * required. No browser is trusted any more, because it may be the lost one.
 * @param remove removes the factor and returns the mail about it
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
    throw conflict('Your role needs a second factor. Set up another one first.')
  await deleteSecondFactor(transaction, admin.id)
  await distrustDevicesOf(transaction, admin.id)
  const content = secondFactorRemovedMail(context.config, { atMs: context.now() })
  await enqueueMail(transaction, context, { kind: 'second-factor', recipient: admin.email, content })
}
