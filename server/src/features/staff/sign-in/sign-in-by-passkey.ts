import type { PasskeyAssertion } from '@health-console/contract/staff/passkeys.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { ApiError } from '../../../http/errors.ts'
import { findAdmins, lockStaff } from '../admins/store.ts'
import { type CheckedPasskey, checkAssertion, spendAssertion } from '../credentials/passkey-answers.ts'
import { findPasskey } from '../credentials/passkey-store.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { type Factors, findFactors } from '../credentials/factors.ts'
import { type NewSession, beginSession } from '../sessions/begin-session.ts'
import { isDeviceOf } from '../sessions/devices.ts'
import { mailEmergencyAccess } from '../admins/mail-super-admins.ts'
import type { Origin } from './sign-in.ts'
import { type Attempt, attemptPasskey } from '../throttle/attempts.ts'
import { countAttempt, clearAttempt } from '../throttle/throttle.ts'

type CheckedSignIn = { admin: AdminsTable; attempt: Attempt; checked: CheckedPasskey }

/**
 * Checks a passkey that replaces email address, password and second factor.
 * @throws ApiError `wrong_credentials`, or `rate_limited` before the passkey is checked
 */
export async function checkPasskey(
  context: Context,
  assertion: PasskeyAssertion,
  { ip, deviceToken, browser }: Origin,
): Promise<CheckedSignIn> {
  const { db, config } = context
  const ownerId = (await findPasskey(db, assertion.id))?.adminId ?? ''
  const isKnownDevice = deviceToken !== undefined && (await isDeviceOf(db, deviceToken, ownerId))
  const attempt = attemptPasskey(context, assertion.id, ip, isKnownDevice ? deviceToken : undefined)
  await countAttempt(context, attempt)
  const checked = await checkAssertion(context, { use: 'sign-in', holder: browser }, assertion)
  if ('error' in checked) throw rejected(checked.error, checked.adminId)
  const [admin] = await findAdmins(db, [checked.passkey.adminId])
  if (!admin || admin.role === 'user') throw rejected('You no longer have access to this console.', admin?.id)
  if (!mayUsePassword(config, admin)) throw rejected(`Your account signs in with ${config.signOn?.name}.`, admin.id)
  return { admin, attempt, checked }
}

/** Begins the session, unless the admin's sessions have been revoked since the passkey was checked. */
export async function signInByPasskey(
  transaction: Transaction,
  context: Context,
  { admin, attempt, checked }: CheckedSignIn,
  session: NewSession,
): Promise<(AdminsTable & { factors: Factors }) | ApiError> {
  await lockStaff(context.engine, transaction)
  const [current] = await findAdmins(transaction, [admin.id])
  if (!current || current.role === 'user' || current.credentialsVersion !== admin.credentialsVersion)
    throw rejected('Your sessions have just been revoked. Try again.', admin.id)
  const error = await spendAssertion(transaction, context, checked)
  if (error !== undefined) return rejected(error, admin.id)
  await clearAttempt(transaction, context, attempt)
  await beginSession(transaction, context, admin.id, session)
  if (context.config.signOn?.isOnly) await mailEmergencyAccess(transaction, context, current)
  return { ...current, factors: await findFactors(transaction, admin.id) }
}

function rejected(error: string, adminId: string | undefined): ApiError {
  const subject = adminId === undefined ? undefined : (`admin:${adminId}` as const)
  return new ApiError('wrong_credentials', error, { isRejection: true, subject })
}
