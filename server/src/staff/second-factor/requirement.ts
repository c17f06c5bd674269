import type { SecondFactorState } from '@health-console/contract/sessions.ts'
import type { Config } from '../../config.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'

/** Whether people of this role must have a second factor. */
export function isSecondFactorRequired(
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  role: AdminsTable['role'],
): boolean {
  return requireSecondFactor === 'all' || requireSecondFactor === role
}

export function secondFactorStateOf(
  config: Pick<Config, 'requireSecondFactor'>,
  { role, hasSecondFactor }: { role: AdminsTable['role']; hasSecondFactor: boolean },
): SecondFactorState {
  if (hasSecondFactor) return 'set'
  return isSecondFactorRequired(config, role) ? 'required' : 'none'
}
