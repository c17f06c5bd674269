import type { Credentials } from '@health-console/contract/sessions.ts'
import { emailKeyOf, findAdminByEmail, updatePasswordHash } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { findKnownDevice } from './store.ts'
import { accountAtAddress, accountOnDevice, countAttempt, forgiveAttempt, takeBackAttempt } from './throttle.ts'

type Origin = { address: string; deviceToken: string | undefined }

/**
 * Checks a password. Known and unknown addresses cost the same work and get the same answer.
 * @throws ApiError `wrong_credentials`, or `rate_limited` before any password is looked at
 */
export async function signIn(context: Context, { email, password }: Credentials, origin: Origin) {
  const { db, engine, passwords, now } = context
  const admin = await findAdminByEmail(db, email)
  const knownDevice = admin && (await findKnownDevice(db, origin.deviceToken, admin.id))
  const account = emailKeyOf(email)
  const attempt = {
    address: origin.address,
    account:
      knownDevice === undefined ? accountAtAddress(account, origin.address) : accountOnDevice(account, knownDevice),
  }
  await countAttempt(db, engine, attempt, now())
  const matches = await passwords.verify(password, admin?.passwordHash).catch(async (error: unknown) => {
    await takeBackAttempt(db, attempt)
    throw error
  })
  if (!admin || !matches || admin.role === 'user') {
    const refusal = { isRefusal: true, subject: admin?.id }
    throw new ApiError('wrong_credentials', 'The e-mail or the password is not right.', refusal)
  }

  await forgiveAttempt(db, attempt)
  if (passwords.isOutdated(admin.passwordHash)) await updatePasswordHash(db, admin.id, await passwords.hash(password))
  return { admin, knownDevice }
}
