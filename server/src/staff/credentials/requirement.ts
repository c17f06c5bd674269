import type { SecondFactorState } from '@health-console/contract/sessions.ts'
import type { Config } from '../../config.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { type Factors, hasFactor } from './factors.ts'

/** Whether people of this role must have a second factor. */
export function isSecondFactorRequired(
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  role: AdminsTable['role'],
): boolean {
  return requireSecondFactor === 'all' || requireSecondFactor === role
}

export function secondFactorStateOf(
  config: Pick<Config, 'requireSecondFactor' | 'signOn'>,
  { role, factors, isSignOn }: { role: AdminsTable['role']; factors: Factors; isSignOn: boolean },
): SecondFactorState {
  if (hasFactor(factors)) return 'set'
  // The provider of single sign-on has asked for one.
  if (isSignOn && !config.signOn?.needsOurSecondFactor) return 'none'
  return isSecondFactorRequired(config, role) ? 'required' : 'none'
}
