import { lockStaff, updatePassword } from '../people/store.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { deleteEmailChangesOf } from './email-change-store.ts'
import { notFound } from '../../http/errors.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { passwordChangedMail } from '../../mail/templates/password.ts'
import { requireGoodPassword, requireOtherPassword } from '../credentials/check-new-password.ts'
import { mayUsePassword, passwordsClosed } from '../credentials/closed-passwords.ts'
import { forgetDevicesOf, rememberDevice } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { attemptOfStranger, attemptOnDevice } from '../throttle/attempts.ts'
import { forgetFailures } from '../throttle/throttle.ts'
import { findRecovery, consumeRecovery } from './recovery-store.ts'

export const linkNotFound = () => notFound('This link does not work any more. Ask for a new one.')

type Reset = { token: string; admin: Pick<AdminsTable, 'id' | 'email' | 'emailKey'>; passwordHash: string }

/** The slow part: checks the link and the password, and hashes it. */
export async function prepareReset(context: Context, token: string, password: string): Promise<Reset> {
  const { db, config, passwords, now } = context
  const admin = await findRecovery(db, token, now())
  if (!admin) throw linkNotFound()
  if (!mayUsePassword(config, admin)) throw passwordsClosed(config)
  await requireGoodPassword('password', password, config.productName, admin)
  await requireOtherPassword(context, 'password', password, admin.passwordHash)
  return { token, admin, passwordHash: await passwords.hash(password) }
}

/** Sets the new password and uses up the link. Every session of the person ends. */
export async function resetPassword(
  transaction: Transaction,
  context: Context,
  { token, admin, passwordHash }: Reset,
  from: { address: string; deviceToken: string },
): Promise<void> {
  const { engine, config, now } = context
  await lockStaff(engine, transaction)
  if (!(await consumeRecovery(transaction, token, now()))) throw linkNotFound()
  await updatePassword(transaction, admin.id, passwordHash)
  await deleteSessionsOf(transaction, admin.id)
  // An e-mail change requested in a stolen session must not take over the account.
  await deleteEmailChangesOf(transaction, admin.id)
  await forgetDevicesOf(transaction, admin.id)
  // The failed attempts before the reset must not lock the person out.
  await rememberDevice(transaction, from.deviceToken, admin.id, now())
  await forgetFailures(transaction, context, attemptOfStranger(context, admin.emailKey, from.address))
  await forgetFailures(transaction, context, attemptOnDevice(context, admin.id, from.deviceToken))
  await enqueueMail(transaction, context, {
    kind: 'password-changed',
    recipient: admin.email,
    content: passwordChangedMail(config, { atMs: now() }),
  })
}
