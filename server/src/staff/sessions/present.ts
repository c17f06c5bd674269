import type { ConfirmationWay, SignedIn } from '@health-console/contract/sessions.ts'
import type * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { presentAdmin } from '../admins/present.ts'
import { type Factors, hasFactor } from '../second-factor/factors.ts'
import { secondFactorStateOf } from '../second-factor/requirement.ts'

/** What a browser learns of its session. */
export function presentSignedIn(
  config: Config,
  admin: Parameters<typeof presentAdmin>[0] & Pick<AdminsTable, 'role'>,
  { expiresAtMs, factors }: { expiresAtMs: number; factors: Factors },
): z.infer<typeof SignedIn> {
  return {
    data: {
      user: presentAdmin(admin),
      session: { idleSeconds: config.sessionIdleMs / 1000, expiresAt: new Date(expiresAtMs).toISOString() },
      secondFactor: secondFactorStateOf(config, { role: admin.role, factors }),
      confirmBy: listConfirmationWays(factors),
    },
  }
}

function listConfirmationWays(factors: Factors): ConfirmationWay[] {
  return [
    'password',
    ...(factors.passkeys ? ['passkey' as const] : []),
    ...(factors.app ? ['code' as const] : []),
    ...(hasFactor(factors) ? ['recovery_code' as const] : []),
  ]
}
