import type { ConfirmationMethod, SignedIn } from '@health-console/contract/staff/sessions.ts'
import type * as z from 'zod/mini'
import type { Config } from '../../../core/config.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { presentAdmin } from '../admins/present.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { type Factors, hasFactor, secondFactorStateOf } from '../credentials/factors.ts'

/** What the server sends a browser about its session. */
export function presentSignedIn(
  config: Config,
  admin: Parameters<typeof presentAdmin>[0] & Pick<AdminsTable, 'role'>,
  { expiresAtMs, ...session }: { expiresAtMs: number; factors: Factors; isSignOn: boolean },
): z.infer<typeof SignedIn> {
  return {
    data: {
      user: presentAdmin(admin),
      session: { idleSeconds: config.sessionIdleMs / 1000, expiresAt: new Date(expiresAtMs).toISOString() },
      secondFactor: secondFactorStateOf(config, { role: admin.role, ...session }),
      confirmBy: listConfirmationMethods({ ...session, password: mayUsePassword(config, admin) }),
    },
  }
}

type Ways = { factors: Factors; isSignOn: boolean; password: boolean }

function listConfirmationMethods({ factors, isSignOn, password }: Ways): ConfirmationMethod[] {
  return [
    ...(isSignOn ? ['sign_on' as const] : []),
    ...(password ? ['password' as const] : []),
    ...(factors.passkeys ? ['passkey' as const] : []),
    ...(factors.app ? ['code' as const] : []),
    ...(hasFactor(factors) ? ['recovery_code' as const] : []),
  ]
}
