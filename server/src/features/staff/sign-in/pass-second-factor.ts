import type { SecondStepWays } from '@health-console/contract/errors.ts'
import type { Credentials } from '@health-console/contract/staff/sessions.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { ApiError } from '../../../http/errors.ts'
import {
  type CheckedPasskey,
  type PasskeyError,
  checkAssertion,
  spendAssertion,
} from '../credentials/passkey-answers.ts'
import { requestOptions } from '../credentials/passkey-challenges.ts'
import { listPasskeys } from '../credentials/passkey-store.ts'
import { isTrustedDevice } from '../sessions/devices.ts'
import { type Attempt, attemptSecondStep } from '../throttle/attempts.ts'
import { countAttempt } from '../throttle/throttle.ts'
import type { Factors } from '../credentials/factors.ts'
import { findSecondFactor } from '../credentials/second-factor-store.ts'
import { spendCode } from '../credentials/totp.ts'

/** The result of a successful first step. */
export type SecondStep = {
  code: string | undefined
  passkey: CheckedPasskey | PasskeyError | undefined
  trustDevice: boolean
  deviceToken: string | undefined
  /** Identifies the browser that gets the challenge for a passkey. */
  browser: string
  /** The attempt, counted as failed. Call `clearAttempt` after a success. */
  attempt: Attempt | undefined
}

type SecondStepInput = Pick<Credentials, 'code' | 'passkey' | 'trustDevice'>
type From = { deviceToken: string | undefined; browser: string; isKnownDevice: boolean }

/**
 * Checks and counts the second step before the transaction of the sign-in.
 * @throws ApiError `rate_limited` before anything is checked
 */
export async function checkSecondStep(
  context: Context,
  adminId: string,
  { code, passkey, trustDevice = false }: SecondStepInput,
  { deviceToken, browser, isKnownDevice }: From,
): Promise<SecondStep> {
  const secret = code !== undefined ? 'code' : passkey && 'passkey'
  const attempt = secret && attemptSecondStep(context, secret, adminId, isKnownDevice ? deviceToken : undefined)
  if (attempt) await countAttempt(context, attempt)
  const checked = passkey && (await checkAssertion(context, secondStepOf(adminId, browser), passkey, adminId))
  return { code, passkey: checked, trustDevice, deviceToken, browser, attempt }
}

/** The holder of a second step's challenge: an admin and a browser. */
const secondStepOf = (adminId: string, browser: string) =>
  ({ use: 'second-step', holder: `${adminId} ${browser}` }) as const

/**
 * The second step of a sign-in. Admins without a second factor and trusted browsers pass; others need a code or a
 * passkey, which is used up; those who lost their factor by an undo need a recovery code, or a reset. Call it under the
 * staff lock, and commit even after a rejection.
 * @returns the error, or the second factors that the admin has
 */
export async function passSecondFactor(
  transaction: Transaction,
  context: Context,
  admin: AdminsTable,
  { code, passkey, deviceToken, browser }: SecondStep,
): Promise<{ factors: Factors } | ApiError> {
  const app = await findSecondFactor(transaction, admin.id)
  const passkeys = await listPasskeys(transaction, admin.id)
  const passed = { factors: { app: app !== undefined, passkeys: passkeys.length > 0 } }
  if (!app && passkeys.length === 0 && admin.lostFactor === 0) return passed

  const ways: SecondStepWays = {
    ways: [...(passkeys.length > 0 ? ['passkey' as const] : []), ...(app ? ['code' as const] : []), 'recovery_code'],
    ...(passkeys.length > 0 && { passkey: requestOptions(context, secondStepOf(admin.id, browser), passkeys) }),
  }
  const reject = (path: 'code' | 'passkey', message: string) =>
    new ApiError('second_factor', message, {
      fields: [{ path, message }],
      secondFactor: ways,
      isRejection: true,
      subject: `admin:${admin.id}`,
    })

  if (passkey !== undefined) {
    const error = 'error' in passkey ? passkey.error : await spendAssertion(transaction, context, passkey)
    return error === undefined ? passed : reject('passkey', error)
  }
  if (code !== undefined) {
    const error = await spendCode(transaction, context, admin, app, code)
    return error === undefined ? passed : reject('code', error)
  }
  if (deviceToken !== undefined && (await isTrustedDevice(transaction, deviceToken, admin.id, context.now())))
    return passed
  if (!app && passkeys.length === 0)
    return reject('code', 'Enter a recovery code, or ask a super admin to reset your two-step sign-in.')
  if (passkeys.length === 0) return reject('code', 'Enter the code from your authenticator app.')
  return reject('passkey', app ? 'Use a passkey, or enter a code.' : 'Use a passkey, or enter a recovery code.')
}
