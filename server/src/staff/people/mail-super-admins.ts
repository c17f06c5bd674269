import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { enqueueMail, type MailContent, type MailKind } from '../../mail/outbox.ts'
import { listAdmins } from './store.ts'

/**
 * Mails all super admins.
 * @param and the e-mail of the person whom it is about, who gets the same mail, once
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
