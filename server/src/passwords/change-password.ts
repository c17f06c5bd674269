import { findAdmins, lockStaff, updatePasswordHash } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { deleteEmailChangesOf } from '../email-changes/store.ts'
import { invalidField, unauthenticated } from '../http/errors.ts'
import type { SignedInAdmin } from '../http/session.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { passwordChangedMail } from '../mail/templates/password.ts'
import { deleteRecoveryOf } from '../recovery/store.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { accountInSession, countAttempt, forgiveAttempt, takeBackAttempt } from '../sessions/throttle.ts'
import { requireGoodPassword } from './check-new-password.ts'

/** Changes one's own password; the sessions elsewhere end, and links asked for in them become void. */
export async function changePassword(
  context: Context,
  signedIn: SignedInAdmin,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  address: string,
): Promise<void> {
  const { db, engine, config, passwords, now } = context
  requireGoodPassword('newPassword', newPassword, config.productName, signedIn)

  const attempt = { address, account: accountInSession(signedIn.id) }
  await countAttempt(db, engine, attempt, now())
  const [before] = await findAdmins(db, [signedIn.id])
  const matches = await passwords.verify(oldPassword, before?.passwordHash).catch(async (error: unknown) => {
    await takeBackAttempt(db, attempt)
    throw error
  })
  if (!before || !matches) throw invalidField('oldPassword', 'The current password is not right.')
  await forgiveAttempt(db, attempt)

  const passwordHash = await passwords.hash(newPassword)
  await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    const [current] = await findAdmins(transaction, [signedIn.id])
    // Revoked, or changed elsewhere, while the hashes were made.
    if (!current || current.role === 'user' || current.passwordHash !== before.passwordHash) throw unauthenticated()
    await updatePasswordHash(transaction, signedIn.id, passwordHash)
    await deleteSessionsOf(transaction, signedIn.id, signedIn.session.tokenHash)
    await deleteRecoveryOf(transaction, signedIn.id)
    await deleteEmailChangesOf(transaction, signedIn.id)
    await enqueueMail(transaction, context, {
      kind: 'password-changed',
      recipient: current.email,
      content: passwordChangedMail(config, { atMs: now() }),
    })
  })
}
