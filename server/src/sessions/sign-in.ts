import type { Credentials } from '@health-console/contract/sessions.ts'
import { emailKeyOf, findAdminByEmail, updatePasswordHash } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { newToken } from './cookies.ts'
import { findKnownDevice, hashToken, insertSession, rememberDevice } from './store.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

type Origin = { address: string; requestId: string; deviceToken: string | undefined }

/**
 * Checks a password and opens a session. Known and unknown addresses cost the same work and get the same answer.
 * @throws ApiError `wrong_credentials`, or `rate_limited` before any password is looked at
 */
export async function signIn(context: Context, { email, password }: Credentials, origin: Origin) {
  const { db, engine, passwords, audit, now } = context
  const admin = await findAdminByEmail(db, email)
  const knownToken = admin && (await findKnownDevice(db, origin.deviceToken, admin.id))
  const attempt = {
    address: origin.address,
    emailKey: emailKeyOf(email),
    knownDevice: knownToken && hashToken(knownToken),
  }
  const recordOutcome = (outcome: 'ok' | 'failed' | 'denied') =>
    audit.record({
      action: 'session.sign_in',
      subject: null,
      outcome,
      actorId: admin?.id ?? null,
      address: origin.address,
      requestId: origin.requestId,
    })

  await countAttempt(db, engine, attempt, now()).catch(async (error: unknown) => {
    if (error instanceof ApiError) await recordOutcome('denied')
    throw error
  })
  const matches = await passwords.verify(password, admin?.passwordHash)
  if (!admin || !matches || admin.role === 'user') {
    await recordOutcome('failed')
    throw new ApiError('wrong_credentials', 'The e-mail or the password is not right.')
  }

  await recordOutcome('ok')
  await forgiveAttempt(db, attempt)
  if (passwords.isOutdated(admin.passwordHash)) await updatePasswordHash(db, admin.id, await passwords.hash(password))
  const session = await openSession(context, admin.id)
  const deviceToken = knownToken ?? newToken()
  await rememberDevice(db, deviceToken, admin.id, now())
  return { admin, session, deviceToken }
}

/** Starts a session for somebody who has just proved who they are. */
export async function openSession({ db, config, now }: Context, adminId: string) {
  const token = newToken()
  const expiresAtMs = now() + config.sessionMaxMs
  await insertSession(db, { token, adminId, nowMs: now(), expiresAtMs })
  return { token, expiresAtMs }
}
