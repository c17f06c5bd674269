import { shownName } from '@health-console/contract/text.ts'
import type { ReviewedAccess } from '@health-console/contract/access-review.ts'
import type { InvitationsTable } from '../../database/tables/links.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'

type Known = { lastSignInAtMs: number | null; hasSecondFactor: boolean; byAdminId: string }

export function presentAccess(
  { id, email, fullName, role, createdAtMs }: AdminsTable,
  { lastSignInAtMs, hasSecondFactor, byAdminId }: Known,
): ReviewedAccess {
  return {
    kind: 'admin',
    id,
    email,
    fullName: shownName(fullName, email),
    role: role === 'super_admin' ? role : 'admin',
    lastSignInAt: lastSignInAtMs === null ? null : new Date(lastSignInAtMs).toISOString(),
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
    lastSignInAt: null,
    createdAt,
    hasSecondFactor: null,
    keptBecause: null,
  }
}
