import { shownName } from '@health-console/contract/values/text.ts'
import type { ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import type { InvitationsTable } from '../../../core/database/tables/links.ts'
import type { ServiceTokensTable } from '../../../core/database/tables/service-accounts.ts'
import { readScopes } from '../service-accounts/present.ts'
import type { AccountRow } from '../service-accounts/store.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'

type Known = { lastSignInAt: string | null; hasSecondFactor: boolean; byAdminId: string }

export function presentAccess(
  { id, email, fullName, role, createdAtMs }: AdminsTable,
  { lastSignInAt, hasSecondFactor, byAdminId }: Known,
): ReviewedAccess {
  return {
    kind: 'admin',
    id,
    email,
    fullName: shownName(fullName, email),
    role: role === 'super_admin' ? role : 'admin',
    scopes: [],
    lastSignInAt,
    createdAt: new Date(createdAtMs).toISOString(),
    hasSecondFactor,
    keptBecause: id === byAdminId ? 'yourself' : role === 'super_admin' ? role : null,
  }
}

export function presentInvited({ id, email, role, createdAtMs }: InvitationsTable): ReviewedAccess {
  const createdAt = new Date(createdAtMs).toISOString()
  return {
    kind: 'invitation',
    id,
    email,
    fullName: '',
    role,
    scopes: [],
    lastSignInAt: null,
    createdAt,
    hasSecondFactor: null,
    keptBecause: null,
  }
}

export function presentService(account: AccountRow, tokens: ServiceTokensTable[]): ReviewedAccess {
  const uses = tokens
    .filter(({ accountId }) => accountId === account.id)
    .flatMap(({ lastUsedAtMs }) => lastUsedAtMs ?? [])
  return {
    kind: 'service_account',
    id: account.id,
    email: account.ownerEmail,
    fullName: account.name,
    role: null,
    scopes: readScopes(account),
    lastSignInAt: uses.length > 0 ? new Date(Math.max(...uses)).toISOString() : null,
    createdAt: new Date(account.createdAtMs).toISOString(),
    hasSecondFactor: null,
    keptBecause: null,
  }
}
