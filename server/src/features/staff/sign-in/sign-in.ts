import { emailKeyOf } from '@health-console/contract/values/text.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { Credentials } from '@health-console/contract/staff/sessions.ts'
import { findAdminByEmail, findAdmins, lockStaff, renewPasswordHash } from '../admins/store.ts'
import type { Config } from '../../../core/config.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { ApiError } from '../../../http/errors.ts'
import { type NewSession, beginSession } from '../sessions/begin-session.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { findAdminByFormerEmail } from '../links/store.ts'
import { type Factors, hasFactor } from '../credentials/factors.ts'
import { type SecondStep, checkSecondStep, passSecondFactor } from './pass-second-factor.ts'
import { mailEmergencyAccess } from '../admins/mail-super-admins.ts'
import { isDeviceOf, setTrust, trustMs } from '../sessions/devices.ts'
import { type Attempt, attemptOfStranger, attemptOnDevice } from '../throttle/attempts.ts'
import { clearAttempt, settleAttempt, tryPassword, uncountAttempt } from '../throttle/throttle.ts'

/** The origin of an attempt; `browser` identifies the holder of passkey challenges. */
export type Origin = { ip: string; deviceToken: string | undefined; browser: string }

/** The admin whose password was correct, and a new hash if the stored one has a lower cost. */
type CheckedCredentials = {
  admin: AdminsTable
  attempt: Attempt
  renewedHash: string | undefined
  second: SecondStep
}

/**
 * Checks a password. Known and unknown email addresses need the same work and get the same response. A code or a
 * passkey is counted now, and used up when the session begins.
 * @throws ApiError `wrong_credentials`, or `rate_limited` before any password, code or passkey is checked
 */
export async function checkCredentials(
  context: Context,
  { email, password, ...step }: Credentials,
  { ip, deviceToken, browser }: Origin,
): Promise<CheckedCredentials> {
  const { db, config, passwords } = context
  // An address from before a change is checked too: its owner, who knows the password, is told what has changed. It is
  // always looked up, so that the work is the same.
  const [former, named] = [await findAdminByFormerEmail(db, email, context.now()), await findAdminByEmail(db, email)]
  const admin = named ?? former
  // This is looked up for unknown email addresses as well, so that the work is the same.
  const adminId = admin?.id ?? ''
  const isKnownDevice = deviceToken !== undefined && (await isDeviceOf(db, deviceToken, adminId))
  const attempt = isKnownDevice
    ? attemptOnDevice(context, adminId, deviceToken)
    : attemptOfStranger(context, emailKeyOf(email), ip)
  const isAllowed = admin !== undefined && admin.role !== 'user' && mayUsePassword(config, admin)
  const matches = await tryPassword(context, attempt, password, isAllowed ? admin.passwordHash : undefined)
  if (!isAllowed || !matches) throw wrongCredentials(config, admin)
  if (!named) {
    await settleAttempt(context, attempt)
    throw emailHasChanged(admin)
  }
  const renewedHash = passwords.isOutdated(admin.passwordHash) ? await passwords.hash(password) : undefined
  const second = await checkSecondStep(context, adminId, step, { deviceToken, browser, isKnownDevice }).catch(
    async (error: unknown) => {
      await db.transaction().execute((transaction) => uncountAttempt(transaction, attempt))
      throw error
    },
  )
  return { admin, attempt, renewedHash, second }
}

/**
 * Begins the session, unless the admin's sessions have been revoked since the password was read, or the second step is
 * missing.
 * @returns the current row of the admin, or the error of the second step
 */
export async function signIn(
  transaction: Transaction,
  context: Context,
  { admin, attempt, renewedHash, second }: CheckedCredentials,
  session: NewSession,
): Promise<(AdminsTable & { factors: Factors }) | ApiError> {
  await lockStaff(context.engine, transaction)
  const [current] = await findAdmins(transaction, [admin.id])
  if (!current || current.role === 'user' || current.credentialsVersion !== admin.credentialsVersion) {
    throw wrongCredentials(context.config, admin)
  }
  const passed = await passSecondFactor(transaction, context, current, second)
  if (passed instanceof ApiError) {
    await uncountAttempt(transaction, attempt)
    return passed
  }
  if (renewedHash !== undefined) {
    await renewPasswordHash(transaction, admin.id, { before: admin.passwordHash, after: renewedHash })
  }
  await clearAttempt(transaction, context, attempt)
  if (second.attempt) await clearAttempt(transaction, context, second.attempt)
  await beginSession(transaction, context, admin.id, session)
  if (context.config.signOn?.isOnly) await mailEmergencyAccess(transaction, context, current)
  if (hasFactor(passed.factors) && second.attempt && second.trustDevice)
    await setTrust(transaction, hashToken(session.deviceToken), admin.id, session.createdAtMs + trustMs)
  return { ...current, ...passed }
}

function emailHasChanged({ id }: AdminsTable): ApiError {
  const message = 'The email address of this account has changed. Sign in with the new one.'
  const fields = [{ path: 'email', message }]
  return new ApiError('wrong_credentials', message, { fields, isRejection: true, subject: `admin:${id}` })
}

function wrongCredentials({ signOn }: Config, admin: AdminsTable | undefined): ApiError {
  const message = signOn?.isOnly
    ? `Incorrect email or password, or the account signs in with ${signOn.name}.`
    : 'Incorrect email or password.'
  return new ApiError('wrong_credentials', message, { isRejection: true, subject: admin && `admin:${admin.id}` })
}
