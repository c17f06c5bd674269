import { parseArgs } from 'node:util'
import { findAdminByEmail, lockStaff } from '../admins/store.ts'
import { byOperator } from '../../audit/entry.ts'
import { type Command, UsageError } from '../../commands/command.ts'
import { formatMoment } from '../../mail/templates/moment.ts'
import { mayUsePassword } from '../passwords/closed-passwords.ts'
import { mailEmergencyAccess } from '../sessions/mail-emergency-access.ts'
import { issueRecovery } from './issue-recovery.ts'

export const resetPasswordCommand: Command = {
  usage: 'reset-password --email ADDRESS',
  summary: 'Print a link with which an admin sets a new password; an earlier link stops working.',
  async run(context, args) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    const { email } = values
    if (email === undefined) throw new UsageError('--email is missing.')
    const { admin, link } = await context.db.transaction().execute(async (transaction) => {
      await lockStaff(context.engine, transaction)
      const found = await findAdminByEmail(transaction, email)
      if (!found || found.role === 'user') throw new Error(`${email} has no access.`)
      if (!mayUsePassword(context.config, found))
        throw new Error(`${email} has no password: see OIDC_EMERGENCY_ADMINS.`)
      if (context.config.signOn?.isOnly) await mailEmergencyAccess(transaction, context, found, 'link-made')
      const issued = await issueRecovery(transaction, context, found, 'operator')
      await context.audit.append(transaction, [
        { ...byOperator, action: 'recovery.issue', subjects: [`admin:${found.id}`] },
      ])
      return { admin: found, link: issued }
    })
    return `${admin.email} sets a new password under this link, once, until ${formatMoment(link.expiresAtMs)}:\n${link.url}`
  },
}
