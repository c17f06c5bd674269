import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { emergencyAccessMail } from '../../mail/templates/emergency-access.ts'
import { mailSuperAdmins } from './mail-super-admins.ts'

/** Tells all super admins that somebody bypassed single sign-on, or is about to. */
export async function mailEmergencyAccess(
  transaction: Transaction,
  context: Context,
  { fullName, email }: Pick<AdminsTable, 'fullName' | 'email'>,
  act: 'signed-in' | 'link-made' = 'signed-in',
): Promise<void> {
  const content = emergencyAccessMail(context.config, { atMs: context.now(), person: `${fullName} (${email})`, act })
  await mailSuperAdmins(transaction, context, { kind: 'emergency-access', content })
}
