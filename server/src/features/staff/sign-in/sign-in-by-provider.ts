import type { FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { Credentials } from '@health-console/contract/staff/sessions.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { ApiError, unauthenticated } from '../../../http/errors.ts'
import { sourceOf } from '../../../http/requests/rejections.ts'
import { lockStaff } from '../admins/store.ts'
import { type Factors, findFactors } from '../credentials/factors.ts'
import { type SecondStep, checkSecondStep, passSecondFactor } from './pass-second-factor.ts'
import { type NewSession, beginSession } from '../sessions/begin-session.ts'
import { deviceCookie, passkeyCookie } from '../sessions/cookies.ts'
import { isDeviceOf, setTrust, trustMs } from '../sessions/devices.ts'
import { clearAttempt } from '../throttle/throttle.ts'
import { admitIdentity } from './admit-identity.ts'
import type { CheckedAnswer } from '../sign-on/check-answer.ts'
import { endFlow, keepIdentity } from '../sign-on/flows.ts'
import { signOnFailed } from '../sign-on/provider-errors.ts'
import { markSignOn, withoutRefreshMs } from '../sign-on/sessions.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { confirmIdentity } from '../sessions/confirm-identity.ts'
import { findSignedInAdmin } from '../sessions/guard.ts'
import { findAdminOf } from '../admins/identities.ts'

/** Checks and counts the console's second step, which follows the provider's response. */
export async function checkOwnStep(
  context: Context,
  request: FastifyRequest,
  { flow: { identity } }: CheckedAnswer,
  credentials: Pick<Credentials, 'code' | 'passkey' | 'trustDevice'>,
): Promise<SecondStep> {
  const deviceToken = deviceCookie(context.config).read(request)
  const browser = passkeyCookie(context.config).read(request) ?? newToken()
  const adminId = identity?.adminId ?? ''
  const isKnownDevice = deviceToken !== undefined && (await isDeviceOf(context.db, deviceToken, adminId))
  return checkSecondStep(context, adminId, identity ? credentials : {}, { deviceToken, browser, isKnownDevice })
}

/**
 * Begins the session of an identity that the provider has confirmed, unless it has no access here or the second step is
 * missing.
 * @returns the admin, or the error of the second step
 */
export async function signInByProvider(
  transaction: Transaction,
  context: Context,
  request: FastifyRequest,
  { settings, flow, identity, confirmedAtMs }: CheckedAnswer,
  second: SecondStep,
  session: NewSession,
): Promise<(AdminsTable & { factors: Factors }) | ApiError> {
  await lockStaff(context.engine, transaction)
  if (!(await endFlow(transaction, flow))) throw signOnFailed('This sign-in has already been used. Start again.')
  const { admin, changes } = await admitIdentity(transaction, context, settings, identity, flow.purpose.invitationHash)
  const subjects = [`admin:${admin.id}` as const]
  const source = { ...sourceOf(request), actorId: admin.id, outcome: 'ok' as const }
  await context.audit.append(
    transaction,
    changes.map((action) => ({ ...source, action, subjects })),
  )
  if (settings.needsOurSecondFactor) {
    const passed = await passSecondFactor(transaction, context, admin, second)
    if (passed instanceof ApiError) {
      await keepIdentity(transaction, context, flow, { ...identity, adminId: admin.id, confirmedAtMs })
      return passed
    }
  }
  if (second.attempt) await clearAttempt(transaction, context, second.attempt)
  await beginSession(transaction, context, admin.id, session)
  await markSignOn(transaction, context, session.id, {
    refreshToken: identity.refreshToken,
    // An identity that 1.0.0 has kept does not contain the source.
    groupsFrom: identity.groupsFrom ?? null,
    confirmedAtMs,
  })
  if (second.attempt && second.trustDevice)
    await setTrust(transaction, hashToken(session.deviceToken), admin.id, session.createdAtMs + trustMs)
  return { ...admin, factors: await findFactors(transaction, admin.id) }
}

/** A session without a refresh token is short, because the provider cannot be queried about the access later. */
export function limitSession(session: NewSession, { identity, confirmedAtMs }: CheckedAnswer): NewSession {
  if (identity.refreshToken !== null) return session
  return { ...session, expiresAtMs: Math.min(session.expiresAtMs, confirmedAtMs + withoutRefreshMs) }
}

/** The session that requested the confirmation, if it is still open. */
export async function getConfirmedSession(
  context: Context,
  request: FastifyRequest,
  { flow }: CheckedAnswer,
): Promise<SignedInAdmin> {
  const admin = await findSignedInAdmin(request, context)
  if (!admin || admin.session.id !== flow.purpose.confirms?.sessionId) throw unauthenticated()
  return admin
}

/** Confirms the identity of a session. @throws ApiError if the provider identifies another user */
export async function confirmByProvider(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  { settings: { issuer, name }, flow, identity }: CheckedAnswer,
  newToken: string,
): Promise<void> {
  if (!(await endFlow(transaction, flow))) throw signOnFailed('This has already been used. Start again.')
  const identified = await findAdminOf(transaction, { issuer, subject: identity.subject })
  if (identified?.id !== admin.id) throw signOnFailed(`You signed in to ${name} with a different account.`, admin.id)
  await confirmIdentity(transaction, context, admin, newToken)
}
