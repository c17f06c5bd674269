import type { ReviewedAccess } from '@health-console/contract/access-review.ts'
import type { AdminsTable, InvitationsTable } from '../../database/tables/staff.ts'

export function presentAccess(
  { id, email, fullName, role, createdAtMs }: AdminsTable,
  { lastSignInAtMs, byAdminId }: { lastSignInAtMs: number | null; byAdminId: string },
): ReviewedAccess {
  return {
    kind: 'admin',
    id,
    email,
    fullName,
    role: role === 'super_admin' ? role : 'admin',
    lastSignInAt: lastSignInAtMs === null ? null : isoTime(lastSignInAtMs),
    createdAt: isoTime(createdAtMs),
    keptBecause: id === byAdminId ? 'yourself' : role === 'super_admin' ? role : null,
  }
}

export function presentInvited({ id, email, role, createdAtMs }: InvitationsTable): ReviewedAccess {
  const createdAt = isoTime(createdAtMs)
  return { kind: 'invitation', id, email, fullName: '', role, lastSignInAt: null, createdAt, keptBecause: null }
}

export const isoTime = (atMs: number) => new Date(atMs).toISOString()
