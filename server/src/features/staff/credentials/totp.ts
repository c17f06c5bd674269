import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { SecondFactorsTable } from '../../../core/database/tables/credentials.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { recoveryCodeUsedMail } from '../../../mail/templates/second-factor.ts'
import { lockStaff } from '../admins/store.ts'
import { findFactors, hasFactor } from './factors.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { countRecoveryCodes, findSecondFactor, findSecret, rejectStep, spendStep } from './second-factor-store.ts'
import { Secret, TOTP } from 'otpauth'

export const wrongCode = 'That code isn’t correct. Enter the current code from your app.'

/**
 * Uses up a code of the authenticator app, or a recovery code. Commit even if there is an error.
 * @param code its letters and digits
 * @returns the error, undefined if the code is correct
 */
export async function spendCode(
  transaction: Transaction,
  context: Context,
  admin: Pick<AdminsTable, 'id' | 'email'>,
  app: SecondFactorsTable | undefined,
  code: string,
): Promise<string | undefined> {
  if (!/^\d{6}$/.test(code)) return spendOneRecoveryCode(transaction, context, admin, code)
  if (!app) return 'No authenticator app is set up. Use a passkey, or a recovery code.'
  const secret = findSecret(context, app)
  if (secret === undefined)
    return 'The server can no longer check your authenticator codes. Ask a super admin or your system administrator to reset your two-step sign-in.'
  const matched = matchCode(secret, code, context.now())
  if (!matched) return wrongCode
  if (matched.offMs !== 0) {
    await rejectStep(transaction, admin.id, matched.step)
    return matched.offMs > 0
      ? `${wrongClock(matched.offMs)}. ${acceptedAgain(matched.offMs)}`
      : clockError(matched.offMs)
  }
  if (await spendStep(transaction, admin.id, matched.step)) return undefined
  const blockedMs = app.rejectedStep * stepMs - context.now()
  if (app.lastStep < matched.step && blockedMs > 0) return acceptedAgain(blockedMs)
  return 'This code has already been used. Wait for the next code in your app.'
}

/** The same for a signed-in admin. */
export async function spendOwnCode(
  transaction: Transaction,
  context: Context,
  admin: Pick<AdminsTable, 'id' | 'email'>,
  code: string,
): Promise<string | undefined> {
  await lockStaff(context.engine, transaction)
  if (!hasFactor(await findFactors(transaction, admin.id))) return 'Two-step sign-in isn’t set up.'
  return spendCode(transaction, context, admin, await findSecondFactor(transaction, admin.id), code)
}

/** @param offMs how far the app's clock is ahead of the server's */
export const clockError = (offMs: number) => `${wrongClock(offMs)}, then enter the next code.`

function wrongClock(offMs: number): string {
  const off = `about ${inMinutes(Math.abs(offMs))} ${offMs > 0 ? 'fast' : 'slow'}`
  return `Your device’s clock is ${off}. Turn on automatic time`
}

const acceptedAgain = (waitMs: number) =>
  `Codes of your app will be accepted again in about ${inMinutes(waitMs)}. Until then, use a passkey or a recovery code.`

function inMinutes(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

async function spendOneRecoveryCode(
  transaction: Transaction,
  context: Context,
  admin: Pick<AdminsTable, 'id' | 'email'>,
  code: string,
): Promise<string | undefined> {
  if (!(await spendRecoveryCode(transaction, context, admin.id, code)))
    return 'That recovery code isn’t correct or has already been used.'
  const left = await countRecoveryCodes(transaction, admin.id)
  await enqueueMail(transaction, context, {
    kind: 'second-factor',
    recipient: admin.email,
    content: recoveryCodeUsedMail(context.config, { atMs: context.now(), left }),
  })
  return undefined
}

const stepMs = 30_000
/** By how many steps a clock may be off. */
const driftSteps = 1
/** By how many steps a clock may be off to be recognised as wrong: half an hour. */
const farSteps = 60

/** The time step of a code; `offMs` is 0 if the clocks agree, negative if the app's clock is slow. */
type MatchedCode = { step: number; offMs: number }

/** 160 bits in base32, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The URL in the QR code for an authenticator app. */
export function uriOf(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** Finds the time step of a code by RFC 6238; undefined for a code of another secret. */
export function matchCode(secret: string, code: string, nowMs: number): MatchedCode | undefined {
  const totp = totpOf(secret)
  const now = Math.floor(nowMs / stepMs)
  const near = totp.validate({ token: code, timestamp: nowMs, window: driftSteps })
  if (near !== null) return { step: now + near, offMs: 0 }
  const far = totp.validate({ token: code, timestamp: nowMs, window: farSteps })
  return far === null ? undefined : { step: now + far, offMs: far * stepMs }
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: stepMs / 1000 })
}
