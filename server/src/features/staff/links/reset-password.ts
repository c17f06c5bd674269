import { hashToken } from '../../../core/crypto/token.ts'
import { findAdmins, lockStaff, updatePassword } from '../admins/store.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { notFound } from '../../../http/errors.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { passwordChangedMail } from '../../../mail/templates/password.ts'
import { requireGoodPassword, requireOtherPassword } from '../credentials/password-rules.ts'
import { mayUsePassword, passwordsClosed } from '../credentials/passwords.ts'
import { forgetDevicesOf, rememberDevice } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { attemptOfStranger, attemptOnDevice } from '../throttle/attempts.ts'
import { forgetFailures } from '../throttle/throttle.ts'
import { consumeLink, findLink, withdrawLinks } from './store.ts'

const linkNotFound = () => notFound('This link is no longer valid. Request a new one.')

type Reset = { token: string; admin: AdminsTable; passwordHash: string }

/** The admin of a valid link, which is not used up. */
export async function getRecovering({ db, now }: Context, token: string): Promise<AdminsTable> {
  const link = await findLink(db, 'recoveries', hashToken(token), now())
  const [admin] = link ? await findAdmins(db, [link.adminId]) : []
  if (!admin || admin.role === 'user') throw linkNotFound()
  return admin
}

/** The slow part: checks the link and the password, and hashes it. */
export async function prepareReset(context: Context, token: string, password: string): Promise<Reset> {
  const { config, passwords } = context
  const admin = await getRecovering(context, token)
  if (!mayUsePassword(config, admin)) throw passwordsClosed(config)
  await requireGoodPassword('password', password, config.productName, admin)
  await requireOtherPassword(context, 'password', password, admin.passwordHash)
  return { token, admin, passwordHash: await passwords.hash(password) }
}

/** Sets the new password and uses up the link. Every session of the admin is revoked. */
export async function resetPassword(
  transaction: Transaction,
  context: Context,
  { token, admin, passwordHash }: Reset,
  from: { ip: string; deviceToken: string },
): Promise<void> {
  const { engine, config, now } = context
  await lockStaff(engine, transaction)
  if (!(await consumeLink(transaction, 'recoveries', hashToken(token), now()))) throw linkNotFound()
  await updatePassword(transaction, admin.id, passwordHash)
  await deleteSessionsOf(transaction, admin.id)
  // An email change requested in a stolen session must not take over the account.
  await withdrawLinks(transaction, 'emailChanges', 'adminId', admin.id)
  await forgetDevicesOf(transaction, admin.id)
  // The failed attempts before the reset must not lock the admin out.
  await rememberDevice(transaction, from.deviceToken, admin.id, now())
  await forgetFailures(transaction, context, attemptOfStranger(context, admin.emailKey, from.ip))
  await forgetFailures(transaction, context, attemptOnDevice(context, admin.id, from.deviceToken))
  await enqueueMail(transaction, context, {
    kind: 'password-changed',
    recipient: admin.email,
    content: passwordChangedMail(config, { atMs: now() }),
  })
}
