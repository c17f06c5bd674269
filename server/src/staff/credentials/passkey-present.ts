import type { Passkey } from '@health-console/contract/passkeys.ts'
import type { PasskeysTable } from '../../database/tables/staff.ts'

export function presentPasskey({ id, name, createdAtMs, lastUsedAtMs, isSynced }: PasskeysTable): Passkey {
  return {
    id,
    name,
    createdAt: new Date(createdAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === 0 ? '' : new Date(lastUsedAtMs).toISOString(),
    isSynced: isSynced === 1,
  }
}
