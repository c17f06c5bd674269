import type { SessionLimits } from '@health-console/contract/sessions.ts'
import type { Config } from '../../config.ts'

export function presentLimits(config: Config, expiresAtMs: number): SessionLimits {
  return { idleSeconds: config.sessionIdleMs / 1000, expiresAt: new Date(expiresAtMs).toISOString() }
}
