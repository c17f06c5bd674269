import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { countSuperAdmins, updateRole } from '../admins/store.ts'

/**
 * Sets the role that an admin's groups give, but never demotes the last super admin, or one with emergency access. Call
 * it under the staff lock.
 * @returns whether the role has changed
 */
export async function followRole(
  transaction: Transaction,
  { emergencyEmailKeys }: Pick<SignOnSettings, 'emergencyEmailKeys'>,
  admin: Pick<AdminsTable, 'id' | 'role' | 'emailKey'>,
  role: 'admin' | 'super_admin',
): Promise<boolean> {
  if (role === admin.role) return false
  const isKept = emergencyEmailKeys.includes(admin.emailKey) || (await countSuperAdmins(transaction)) === 1
  if (role === 'admin' && isKept) return false
  await updateRole(transaction, [admin.id], role)
  return true
}
