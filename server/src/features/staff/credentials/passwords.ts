import type { Role } from '@health-console/contract/staff/admins.ts'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import type { Config } from '../../../core/config.ts'
import { type ApiError, forbidden, wrongSecret } from '../../../http/errors.ts'
import { findAdmins } from '../admins/store.ts'
import type { Context } from '../../../core/context.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { attemptInSession } from '../throttle/attempts.ts'
import { clearAttempt, tryPassword } from '../throttle/throttle.ts'

/**
 * Whether an admin may sign in with a password or a passkey. If single sign-on is required, only the emergency super
 * admins may.
 */
export function mayUsePassword(
  { signOn }: Pick<Config, 'signOn'>,
  { email, role }: { email: string; role: Role },
): boolean {
  return !signOn?.isOnly || (role === 'super_admin' && signOn.emergencyEmailKeys.includes(emailKeyOf(email)))
}

export function passwordsClosed({ signOn }: Pick<Config, 'signOn'>): ApiError {
  return forbidden(`Sign in to this console with ${signOn?.name}, not with a password.`)
}

/**
 * Checks the password of a signed-in admin. Wrong ones are throttled as at sign-in, and logged.
 * @param input the password, and the name of its field in the request
 * @returns the row that the password was checked with
 * @throws ApiError for the field, or `rate_limited` before the password is checked
 */
export async function verifyOwnPassword(
  context: Context,
  { id, session }: SignedInAdmin,
  input: { password: string; field: string },
): Promise<AdminsTable> {
  const attempt = attemptInSession(context, 'password', session.tokenHash)
  const [admin] = await findAdmins(context.db, [id])
  if (admin && !mayUsePassword(context.config, admin)) throw passwordsClosed(context.config)
  const matches = await tryPassword(context, attempt, input.password, admin?.passwordHash)
  if (!admin || !matches) throw wrongSecret(input.field, 'The current password is incorrect.', `admin:${id}`)
  await context.db.transaction().execute((transaction) => clearAttempt(transaction, context, attempt))
  return admin
}
