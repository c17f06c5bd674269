import { shownName } from '@health-console/contract/values/text.ts'
import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'

export function presentAdmin(
  row: Pick<AdminsTable, 'id' | 'email' | 'fullName' | 'role' | 'color' | 'createdAtMs'>,
): Admin {
  return {
    id: row.id,
    email: row.email,
    fullName: shownName(row.fullName, row.email),
    role: row.role,
    color: row.color,
    createdAt: new Date(row.createdAtMs).toISOString(),
    expiresAt: '',
  }
}

/** ISO 8601, UTC; null if there is none. */
export const presentTime = (atMs: number | undefined) => (atMs === undefined ? null : new Date(atMs).toISOString())
