import type { Command } from '../../commands/command.ts'
import { formatTimestamp } from '../../mail/templates/timestamp.ts'
import { changeAdmin } from '../people/change-admin.ts'
import { mayUsePassword } from '../credentials/closed-passwords.ts'
import { mailEmergencyAccess } from '../people/mail-emergency-access.ts'
import { issueRecovery } from '../links/issue-recovery.ts'

export const resetPasswordCommand: Command = {
  usage: 'reset-password --email ADDRESS',
  summary: 'Print a link with which an admin sets a new password; an earlier link stops working.',
  async run(context, args) {
    const { email, result: link } = await changeAdmin(context, args, 'recovery.issue', async (transaction, admin) => {
      if (!mayUsePassword(context.config, admin))
        throw new Error(`${admin.email} has no password: see OIDC_EMERGENCY_ADMINS.`)
      if (context.config.signOn?.isOnly) await mailEmergencyAccess(transaction, context, admin, 'link-made')
      return issueRecovery(transaction, context, admin, 'operator')
    })
    return `${email} sets a new password under this link, once, until ${formatTimestamp(link.expiresAtMs)}:\n${link.url}`
  },
}
