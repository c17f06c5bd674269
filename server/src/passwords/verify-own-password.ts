import { findAdmins } from '../admins/store.ts'
import type { Context } from '../context.ts'
import type { AdminsTable } from '../database/tables.ts'
import { ApiError } from '../http/errors.ts'
import type { SignedInAdmin } from '../http/session.ts'
import { accountInSession, countAttempt, forgiveAttempt, takeBackAttempt } from '../sessions/throttle.ts'

/**
 * Checks the password of somebody who is signed in. Wrong ones are slowed down like those of a sign-in and go on record.
 * @param given the password, the name of its field in the request, and the address that the request came from
 * @returns the row that the password was checked against
 * @throws ApiError naming the field, or `rate_limited` before the password is looked at
 */
export async function verifyOwnPassword(
  { db, engine, passwords, now }: Context,
  { id }: SignedInAdmin,
  given: { password: string; field: string; address: string },
): Promise<AdminsTable> {
  const attempt = { address: given.address, account: accountInSession(id) }
  await countAttempt(db, engine, attempt, now())
  const [admin] = await findAdmins(db, [id])
  const matches = await passwords.verify(given.password, admin?.passwordHash).catch(async (error: unknown) => {
    await takeBackAttempt(db, attempt)
    throw error
  })
  if (!admin || !matches) {
    const message = 'The current password is not right.'
    throw new ApiError('invalid', message, { fields: [{ path: given.field, message }], isRefusal: true, subject: id })
  }
  await forgiveAttempt(db, attempt)
  return admin
}
