import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emergencyAccessMail } from '../../mail/templates/emergency-access.ts'
import { listAdmins } from '../admins/store.ts'

/** Tells all super admins that somebody bypassed single sign-on, or is about to. */
export async function mailEmergencyAccess(
  transaction: Transaction,
  context: Context,
  { fullName, email }: Pick<AdminsTable, 'fullName' | 'email'>,
  act: 'signed-in' | 'link-made' = 'signed-in',
): Promise<void> {
  const content = emergencyAccessMail(context.config, { atMs: context.now(), person: `${fullName} (${email})`, act })
  for (const { role, email: recipient } of await listAdmins(transaction))
    if (role === 'super_admin')
      await enqueueMail(transaction, context, { kind: 'emergency-access', recipient, content })
}
