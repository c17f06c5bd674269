import { findAdminByEmail, findAdmins, lockStaff, updateEmail } from '../people/store.ts'
import { newToken } from '../../crypto/token.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable, EmailChangesTable } from '../../database/tables/staff.ts'
import { type ApiError, notFound } from '../../http/errors.ts'
import { deleteInvitationTo } from './invitation-store.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emailChangedMail } from '../../mail/templates/email-change.ts'
import { deleteRecoveryOf } from './recovery-store.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { addressTaken } from './request-email-change.ts'
import * as store from './email-change-store.ts'
import { findEmailUndoTo, insertEmailUndo, consumeEmailUndo } from './email-undo-store.ts'

export const emailUndoLifeMs = 7 * 24 * 3_600_000

type ConsumedEmailChange = Awaited<ReturnType<typeof consumeEmailChange>>

/** Uses up a link. @returns the requested change and its admin */
export async function consumeEmailChange(transaction: Transaction, { engine, now }: Context, token: string) {
  await lockStaff(engine, transaction)
  const change = await store.consumeEmailChange(transaction, token, now())
  const [admin] = change ? await findAdmins(transaction, [change.adminId]) : []
  if (!change || !admin || admin.role === 'user')
    throw notFound('This link does not work any more. Ask for a new one in the settings.')
  return { admin, change }
}

/**
 * Makes the change after the link is used up. The person's other sessions end.
 * @returns the error when the address has been taken meanwhile: the link stays used up
 */
export async function makeEmailChange(
  transaction: Transaction,
  context: Context,
  { admin, change }: ConsumedEmailChange,
  ownSession: string | undefined,
): Promise<ApiError | undefined> {
  const { config, now } = context
  const { newEmail, newEmailKey } = change
  const atMs = now()
  const owner = await findAdminByEmail(transaction, newEmail)
  if (owner && owner.id !== admin.id) return addressTaken(newEmail)

  await updateEmail(transaction, admin.id, newEmail)
  await deleteSessionsOf(transaction, admin.id, ownSession)
  await deleteRecoveryOf(transaction, admin.id)
  await store.deleteEmailChangesTo(transaction, newEmailKey)
  await deleteInvitationTo(transaction, newEmailKey)
  await enqueueMail(transaction, context, {
    kind: 'email-changed',
    recipient: admin.email,
    content: emailChangedMail(config, {
      newEmail,
      atMs,
      undo: await offerUndo(transaction, context, admin, change),
    }),
  })
  return undefined
}

/** Creates the link that gives the account back to the previous address, unless this change does that itself. */
async function offerUndo(
  transaction: Transaction,
  { config, now }: Context,
  { id: adminId, email, emailKey }: AdminsTable,
  { newEmailKey, requestedAtMs, sessionId, hadFactor }: EmailChangesTable,
): Promise<{ url: string; expiresAtMs: number } | undefined> {
  const made = await findEmailUndoTo(transaction, adminId, newEmailKey, now())
  if (made) {
    await consumeEmailUndo(transaction, made)
    return undefined
  }
  const token = newToken()
  const expiresAtMs = now() + emailUndoLifeMs
  const request = { requestedAtMs, sessionId, hadFactor }
  await insertEmailUndo(transaction, { adminId, email, emailKey, token, expiresAtMs, ...request })
  return { url: `${config.publicUrl}/undo-email-change?id=${token}`, expiresAtMs }
}
