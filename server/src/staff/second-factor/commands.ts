import { parseArgs } from 'node:util'
import { byOperator } from '../../audit/entry.ts'
import { type Command, UsageError } from '../../commands/command.ts'
import { findAdminByEmail, lockStaff } from '../admins/store.ts'
import { resetSecondFactor } from './reset.ts'

export const resetSecondFactorCommand: Command = {
  usage: 'reset-second-factor --email ADDRESS',
  summary: 'Remove the second factor of an admin who lost it; their sessions end, and all super admins get a mail.',
  async run(context, args) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    const { email } = values
    if (email === undefined) throw new UsageError('--email is missing.')
    await context.db.transaction().execute(async (transaction) => {
      await lockStaff(context.engine, transaction)
      const admin = await findAdminByEmail(transaction, email)
      if (!admin || admin.role === 'user') throw new Error(`${email} has no access.`)
      await resetSecondFactor(transaction, context, admin, 'the operator')
      await context.audit.append(transaction, [
        { ...byOperator, action: 'second_factor.reset', subjects: [`admin:${admin.id}`] },
      ])
    })
    return `${email} signs in with the password alone until a new second factor is set up.`
  },
}
