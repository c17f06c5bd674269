import type { Command } from '../../commands/command.ts'
import { changeAdmin } from '../people/change-admin.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

export const resetSecondFactorCommand: Command = {
  usage: 'reset-second-factor --email ADDRESS',
  summary: 'Remove the second factor of an admin who lost it; their sessions end, and all super admins get a mail.',
  async run(context, args) {
    const { email } = await changeAdmin(context, args, 'second_factor.reset', (transaction, admin) =>
      resetSecondFactor(transaction, context, admin, 'the operator'),
    )
    return `${email} signs in with the password alone until a new second factor is set up.`
  },
}
