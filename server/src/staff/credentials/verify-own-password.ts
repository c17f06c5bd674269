import { findAdmins } from '../people/store.ts'
import type { Context } from '../../context.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { ApiError } from '../../http/errors.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { attemptInSession } from '../throttle/attempts.ts'
import { forgiveAttempt, tryPassword } from '../throttle/throttle.ts'
import { mayUsePassword, passwordsClosed } from './closed-passwords.ts'

/**
 * Checks the password of a signed-in person. Wrong ones are throttled as at sign-in, and recorded.
 * @param given the password, and the name of its field in the request
 * @returns the row that the password was checked with
 * @throws ApiError naming the field, or `rate_limited` before the password is checked
 */
export async function verifyOwnPassword(
  context: Context,
  { id, session }: SignedInAdmin,
  given: { password: string; field: string },
): Promise<AdminsTable> {
  const attempt = attemptInSession(context, 'password', session.tokenHash)
  const [admin] = await findAdmins(context.db, [id])
  if (admin && !mayUsePassword(context.config, admin)) throw passwordsClosed(context.config)
  const matches = await tryPassword(context, attempt, given.password, admin?.passwordHash)
  if (!admin || !matches) {
    const message = 'The current password is not right.'
    throw new ApiError('invalid', message, {
      fields: [{ path: given.field, message }],
      isRefusal: true,
      subject: `admin:${id}`,
    })
  }
  await context.db.transaction().execute((transaction) => forgiveAttempt(transaction, context, attempt))
  return admin
}
