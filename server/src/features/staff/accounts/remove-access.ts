import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { deleteEmailUndosOf, withdrawLinks } from '../links/store.ts'
import { forbidden, notFound } from '../../../http/errors.ts'
import { forgetDevicesOf } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { deleteSecondFactor } from '../credentials/second-factor-store.ts'
import { deleteIdentity } from '../admins/identities.ts'
import { findAdmins, lockStaff, rememberFormerStaff, updateRole } from '../admins/store.ts'

/**
 * Revokes the access of all these admins, or of none if one of them cannot lose it.
 * @throws ApiError for the first reason: oneself, a super admin, or no access
 */
export async function revokeAccess(
  transaction: Transaction,
  { engine, now }: Context,
  ids: string[],
  byAdminId: string,
): Promise<void> {
  const unique = [...new Set(ids)]
  if (unique.includes(byAdminId)) throw forbidden('You can’t revoke your own access.')
  await lockStaff(engine, transaction)
  const found = await findAdmins(transaction, unique)
  if (found.some((admin) => admin.role === 'super_admin')) {
    throw forbidden('A super admin’s access can’t be revoked here.')
  }
  const withAccess = found.filter((admin) => admin.role !== 'user')
  if (withAccess.length < unique.length) throw notFound('This admin no longer exists.')
  await removeAccess(transaction, unique, now())
}

/**
 * Removes sessions and links. The rows stay, with the role `user`, so that the audit log can still show the names of
 * former admins.
 */
export async function removeAccess(transaction: Transaction, ids: string[], nowMs: number): Promise<void> {
  await rememberFormerStaff(transaction, ids, nowMs)
  await updateRole(transaction, ids, 'user')
  for (const id of ids) {
    await deleteSessionsOf(transaction, id)
    await forgetDevicesOf(transaction, id)
    await withdrawLinks(transaction, 'recoveries', 'adminId', id)
    await withdrawLinks(transaction, 'emailChanges', 'adminId', id)
    await deleteEmailUndosOf(transaction, id)
    await deleteSecondFactor(transaction, id)
    await deleteIdentity(transaction, id)
  }
  // What an import was answered with is kept only for the same admin.
  await transaction.deleteFrom('patientKeptAnswers').where('adminId', 'in', ids).execute()
}
