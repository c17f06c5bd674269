import { findAdminByEmail, findAdmins, lockStaff, updateEmail } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { deleteInvitationTo } from '../invitations/store.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { emailChangedMail } from '../mail/templates/email-change.ts'
import { deleteRecoveryOf } from '../recovery/store.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { addressTaken } from './request-email-change.ts'
import { deleteEmailChangesTo, spendEmailChange } from './store.ts'

/**
 * Makes the change that a link stands for. The person's sessions end, all but the one that calls.
 * @returns whose e-mail it was
 */
export async function confirmEmailChange(
  context: Context,
  token: string,
  ownSession: string | undefined,
): Promise<string> {
  const { db, engine, config, now } = context
  const outcome = await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    const change = await spendEmailChange(transaction, token, now())
    const [admin] = change ? await findAdmins(transaction, [change.adminId]) : []
    if (!change || !admin || admin.role === 'user') return 'dead'
    const owner = await findAdminByEmail(transaction, change.newEmail)
    // Decided after the transaction, so that the link stays spent: it can never work again.
    if (owner && owner.id !== admin.id) return { taken: change.newEmail }

    await updateEmail(transaction, admin.id, change.newEmail)
    await deleteSessionsOf(transaction, admin.id, ownSession)
    await deleteRecoveryOf(transaction, admin.id)
    await deleteEmailChangesTo(transaction, change.newEmailKey)
    await deleteInvitationTo(transaction, change.newEmailKey)
    await enqueueMail(transaction, context, {
      kind: 'email-changed',
      recipient: admin.email,
      content: emailChangedMail(config, { newEmail: change.newEmail, atMs: now() }),
    })
    return { adminId: admin.id }
  })
  if (outcome === 'dead') throw notFound('This link does not work any more. Ask for a new one in the settings.')
  if ('taken' in outcome) throw addressTaken(outcome.taken)
  return outcome.adminId
}
