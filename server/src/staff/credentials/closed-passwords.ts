import type { Role } from '@health-console/contract/admins.ts'
import { emailKeyOf } from '@health-console/contract/text.ts'
import type { Config } from '../../config.ts'
import { type ApiError, forbidden } from '../../http/errors.ts'

/**
 * Whether somebody may sign in with a password or a passkey. If single sign-on is required, only the emergency super
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
