import { parseArgs } from 'node:util'
import type { AuditAction } from '@health-console/contract/audit-actions.ts'
import { Email } from '@health-console/contract/text.ts'
import { byOperator } from '../../audit/entry.ts'
import { UsageError } from '../../commands/command.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { findAdminByEmail, lockStaff } from './store.ts'

/** Runs a command whose only argument is `--email`: changes the admin under the staff lock, and records it. */
export async function changeAdmin<Result>(
  context: Context,
  args: string[],
  action: AuditAction,
  change: (transaction: Transaction, admin: AdminsTable) => Promise<Result>,
): Promise<{ email: string; result: Result }> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
  const email = readEmail(values.email)
  return context.db.transaction().execute(async (transaction) => {
    await lockStaff(context.engine, transaction)
    const admin = await findAdminByEmail(transaction, email)
    if (!admin || admin.role === 'user') throw new Error(`${email} has no access.`)
    const result = await change(transaction, admin)
    await context.audit.append(transaction, [{ ...byOperator, action, subjects: [`admin:${admin.id}`] }])
    return { email, result }
  })
}

/** @throws UsageError for an invalid address */
export function readEmail(value: string | undefined): string {
  const email = Email.safeParse(value ?? '')
  if (!email.success) throw new UsageError('--email must be a valid e-mail address.')
  return email.data
}
