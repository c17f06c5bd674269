import { parseArgs } from 'node:util'
import { byOperator } from '../../audit/entry.ts'
import { type Command, UsageError } from '../../commands/command.ts'
import { findAdminByEmail, lockStaff } from '../admins/store.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { deleteIdentity } from './identities.ts'

export const resetSignOnCommand: Command = {
  usage: 'reset-sign-on --email ADDRESS',
  summary:
    'Untie an admin from their account of single sign-on, because they got another one there; their sessions end, and the next sign-in matches them by e-mail.',
  async run(context, args) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    const { email } = values
    if (email === undefined) throw new UsageError('--email is missing.')
    await context.db.transaction().execute(async (transaction) => {
      await lockStaff(context.engine, transaction)
      const admin = await findAdminByEmail(transaction, email)
      if (!admin || admin.role === 'user') throw new Error(`${email} has no access.`)
      if (!(await deleteIdentity(transaction, admin.id))) throw new Error(`${email} is not tied to an account.`)
      await deleteSessionsOf(transaction, admin.id)
      await context.audit.append(transaction, [
        { ...byOperator, action: 'sign_on.reset', subjects: [`admin:${admin.id}`] },
      ])
    })
    return `${email} is matched by e-mail at the next sign-in by single sign-on.`
  },
}
