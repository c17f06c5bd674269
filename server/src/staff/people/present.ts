import type { Admin } from '@health-console/contract/admins.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'

export function presentAdmin(
  row: Pick<AdminsTable, 'id' | 'email' | 'fullName' | 'role' | 'color' | 'createdAtMs'>,
): Admin {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    role: row.role,
    color: row.color,
    createdAt: new Date(row.createdAtMs).toISOString(),
    expiresAt: '',
  }
}
