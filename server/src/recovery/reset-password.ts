import { lockStaff, updatePasswordHash } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { deleteEmailChangesOf } from '../email-changes/store.ts'
import { notFound } from '../http/errors.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { passwordChangedMail } from '../mail/templates/password.ts'
import { requireGoodPassword } from '../passwords/check-new-password.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { accountAtAddress, forgiveAccount } from '../sessions/throttle.ts'
import { findRecovery, spendRecovery } from './store.ts'

export const deadLink = () => notFound('This link does not work any more. Ask for a new one.')

/** Sets a new password by a recovery link. Every session of the person ends. @returns whose password it was */
export async function resetPassword(
  context: Context,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<string> {
  const { db, engine, config, passwords, now } = context
  const admin = await findRecovery(db, token, now())
  if (!admin) throw deadLink()
  requireGoodPassword('password', password, config.productName, admin)

  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    if (!(await spendRecovery(transaction, token, now()))) throw deadLink()
    await updatePasswordHash(transaction, admin.id, passwordHash)
    await deleteSessionsOf(transaction, admin.id)
    // Whoever asked for it in a stolen session must not get the account that way.
    await deleteEmailChangesOf(transaction, admin.id)
    // The failures that led here must not keep the person out.
    await forgiveAccount(transaction, accountAtAddress(admin.emailKey, address))
    await enqueueMail(transaction, context, {
      kind: 'password-changed',
      recipient: admin.email,
      content: passwordChangedMail(config, { atMs: now() }),
    })
  })
  return admin.id
}
