import type { Command } from '../../commands/command.ts'
import { changeAdmin } from '../people/change-admin.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { deleteIdentity } from '../people/identities.ts'

export const resetSignOnCommand: Command = {
  usage: 'reset-sign-on --email ADDRESS',
  summary:
    'Remove the link of an admin to their single sign-on account, because they got another one there; their sessions end, and the next sign-in matches them by e-mail.',
  async run(context, args) {
    const { email } = await changeAdmin(context, args, 'sign_on.reset', async (transaction, admin) => {
      if (!(await deleteIdentity(transaction, admin.id))) throw new Error(`${admin.email} is not tied to an account.`)
      await deleteSessionsOf(transaction, admin.id)
    })
    return `${email} is matched by e-mail at the next sign-in by single sign-on.`
  },
}
