import { parseArgs } from 'node:util'
import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import { byOperator } from '../../../core/audit/entry.ts'
import type { Command } from '../../../commands/command.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { formatTimestamp } from '../../../mail/templates/timestamp.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { issueRecovery } from '../links/request-recovery.ts'
import { deleteIdentity } from '../admins/identities.ts'
import { mailEmergencyAccess } from '../admins/mail-super-admins.ts'
import { countSuperAdmins, findAdminByEmail, lockStaff } from '../admins/store.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { readEmail } from './commands.ts'
import { removeAccess } from './remove-access.ts'
import { resetSecondFactor } from './remove-factor.ts'

export const revokeAdminCommand: Command = {
  usage: 'revoke-admin --email ADDRESS',
  summary: 'Revoke the access of an admin or a super admin (never the last one) and end their sessions.',
  async run(context, args) {
    const { email } = await changeAdmin(context, args, 'admin.revoke', async (transaction, admin) => {
      if (admin.role === 'super_admin' && (await countSuperAdmins(transaction)) === 1)
        throw new Error(`${admin.email} is the last super admin. Create another one first.`)
      await removeAccess(transaction, [admin.id], context.now())
    })
    return `${email} no longer has access.`
  },
}

export const resetPasswordCommand: Command = {
  usage: 'reset-password --email ADDRESS',
  summary: 'Print a link for setting a new password. Earlier links stop working.',
  async run(context, args) {
    const { email, result: link } = await changeAdmin(context, args, 'recovery.issue', async (transaction, admin) => {
      if (!mayUsePassword(context.config, admin))
        throw new Error(`${admin.email} has no password: see OIDC_EMERGENCY_ADMINS.`)
      if (context.config.signOn?.isOnly) await mailEmergencyAccess(transaction, context, admin, 'link-made')
      return issueRecovery(transaction, context, admin, 'operator')
    })
    return `Link for ${email} to set a new password, valid once, until ${formatTimestamp(link.expiresAtMs)}:\n${link.url}`
  },
}

export const resetSecondFactorCommand: Command = {
  usage: 'reset-second-factor --email ADDRESS',
  summary: 'Remove the second factor of an admin who lost it, end their sessions, and email all super admins.',
  async run(context, args) {
    const { email } = await changeAdmin(context, args, 'second_factor.reset', (transaction, admin) =>
      resetSecondFactor(transaction, context, admin, 'the system administrator'),
    )
    return `${email} signs in with only a password until a new second factor is set up.`
  },
}

export const resetSignOnCommand: Command = {
  usage: 'reset-sign-on --email ADDRESS',
  summary:
    'Unlink an admin from their single sign-on account, for example because they have a new one, and end their sessions. The next sign-in matches them by email address.',
  async run(context, args) {
    const { email } = await changeAdmin(context, args, 'sign_on.reset', async (transaction, admin) => {
      if (!(await deleteIdentity(transaction, admin.id))) throw new Error(`${admin.email} is not linked to an account.`)
      await deleteSessionsOf(transaction, admin.id)
    })
    return `${email} will be matched by email address at the next single sign-on.`
  },
}

/** Runs a command whose only argument is `--email`: changes the admin under the staff lock, with its audit entry. */
async function changeAdmin<Result>(
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
