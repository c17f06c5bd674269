import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { type ApiError, conflict, wrongSecret } from '../../../http/errors.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { type MailContent, enqueueMail } from '../../../mail/outbox.ts'
import { appRemovedMail, recoveryCodesRenewedMail, secondFactorSetMail } from '../../../mail/templates/second-factor.ts'
import { lockStaff } from '../admins/store.ts'
import { distrustDevicesOf } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { findFactors, hasFactor } from '../credentials/factors.ts'
import { replaceRecoveryCodes } from '../credentials/recovery-codes.ts'
import { removeOneFactor, removeSecondFactor } from './remove-factor.ts'
import { adoptDraft, deleteApp, findDraft, saveDraft } from '../credentials/second-factor-store.ts'
import { clockError, matchCode, newSecret, uriOf, wrongCode } from '../credentials/totp.ts'

/** Creates a secret, which takes effect once a code confirms it. An existing app stays valid until then. */
export async function beginSetup(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
): Promise<{ secret: string; uri: string }> {
  const secret = newSecret()
  await saveDraft(transaction, context, admin.id, secret)
  return { secret, uri: uriOf(secret, { issuer: context.config.productName, label: admin.email }) }
}

/**
 * Confirms the secret. The other sessions are revoked, and no browser is trusted any longer, because they may be an
 * attacker's.
 * @returns new recovery codes unless there are passkeys, or the error for a wrong code
 */
export async function confirmSetup(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  code: string,
): Promise<string[] | ApiError> {
  await lockStaff(context.engine, transaction)
  const secret = await findDraft(transaction, context, admin.id)
  if (secret === undefined) return conflict('Start the setup again.')
  const matched = matchCode(secret, code, context.now())
  if (!matched) return wrongSecret('code', wrongCode)
  if (matched.offMs !== 0) return wrongSecret('code', clockError(matched.offMs))
  const { passkeys: hasPasskeys } = await findFactors(transaction, admin.id)
  await adoptDraft(transaction, admin.id, {
    lastStep: matched.step,
    nowMs: context.now(),
    sessionId: admin.session.id,
  })
  // Recovery codes issued with a passkey remain valid.
  const codes = hasPasskeys ? [] : await replaceRecoveryCodes(transaction, context, admin)
  await deleteSessionsOf(transaction, admin.id, admin.session.tokenHash)
  await distrustDevicesOf(transaction, admin.id)
  await notify(transaction, context, admin, secondFactorSetMail(context.config, { atMs: context.now() }))
  return codes
}

/** Turns off all second factors. */
export async function turnOff(transaction: Transaction, context: Context, admin: SignedInAdmin): Promise<void> {
  await lockStaff(context.engine, transaction)
  if (!hasFactor(await findFactors(transaction, admin.id))) throw nothingSet()
  await removeSecondFactor(transaction, context, admin)
}

export async function removeApp(transaction: Transaction, context: Context, admin: SignedInAdmin): Promise<void> {
  await removeOneFactor(transaction, context, admin, async () => {
    if (!(await deleteApp(transaction, admin.id))) throw conflict('No authenticator app is set up.')
    return appRemovedMail(context.config, { atMs: context.now() })
  })
}

export async function renewRecoveryCodes(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
): Promise<string[]> {
  await lockStaff(context.engine, transaction)
  if (!hasFactor(await findFactors(transaction, admin.id))) throw nothingSet()
  const codes = await replaceRecoveryCodes(transaction, context, admin)
  await notify(transaction, context, admin, recoveryCodesRenewedMail(context.config, { atMs: context.now() }))
  return codes
}

const nothingSet = () => conflict('Two-step sign-in isn’t set up.')

async function notify(
  transaction: Transaction,
  context: Context,
  { email }: SignedInAdmin,
  content: MailContent,
): Promise<void> {
  await enqueueMail(transaction, context, { kind: 'second-factor', recipient: email, content })
}
