import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { type MailContent, type MailKind, enqueueMail } from '../../../mail/outbox.ts'
import { listAdmins } from './store.ts'
import { emergencyAccessMail } from '../../../mail/templates/emergency-access.ts'

/**
 * Emails all super admins.
 * @param and the email address of the admin that it is about, who gets the same email, once
 * @returns the super admins
 */
export async function mailSuperAdmins(
  transaction: Transaction,
  context: Context,
  { kind, content, and = [] }: { kind: MailKind; content: MailContent; and?: string[] },
): Promise<AdminsTable[]> {
  const superAdmins = (await listAdmins(transaction)).filter(({ role }) => role === 'super_admin')
  for (const recipient of new Set([...and, ...superAdmins.map(({ email }) => email)]))
    await enqueueMail(transaction, context, { kind, recipient, content })
  return superAdmins
}

/** Emails all super admins that an admin bypassed single sign-on, or is about to. */
export async function mailEmergencyAccess(
  transaction: Transaction,
  context: Context,
  { fullName, email }: Pick<AdminsTable, 'fullName' | 'email'>,
  act: 'signed-in' | 'link-made' = 'signed-in',
): Promise<void> {
  const content = emergencyAccessMail(context.config, {
    atMs: context.now(),
    person: `${fullName} (${shownEmail(email)})`,
    act,
  })
  await mailSuperAdmins(transaction, context, { kind: 'emergency-access', content })
}
