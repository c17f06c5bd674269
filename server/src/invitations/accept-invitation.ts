import { findAdminByEmail, insertAdmin, lockStaff, reinstateAdmin } from '../admins/store.ts'
import type { Context } from '../context.ts'
import type { AdminsTable } from '../database/tables.ts'
import { deleteEmailChangesTo } from '../email-changes/store.ts'
import { notFound } from '../http/errors.ts'
import { requireGoodPassword } from '../passwords/check-new-password.ts'
import { findInvitation, spendInvitation } from './store.ts'

export const deadInvitation = () => notFound('Invitation not exist or expired')

/** Makes the account that an invitation stands for. Of any number of attempts with one link one succeeds. */
export async function acceptInvitation(
  context: Context,
  { token, fullName, password }: { token: string; fullName: string; password: string },
): Promise<AdminsTable> {
  const { db, engine, config, passwords, now } = context
  const invitation = await findInvitation(db, token, now())
  if (!invitation) throw deadInvitation()
  requireGoodPassword('password', password, config.productName, { fullName, email: invitation.email })

  const passwordHash = await passwords.hash(password)
  return db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    const spent = await spendInvitation(transaction, token, now())
    if (!spent) throw deadInvitation()
    await deleteEmailChangesTo(transaction, spent.emailKey)
    const admin = { email: spent.email, fullName, role: spent.role, passwordHash }
    const former = await findAdminByEmail(transaction, spent.email)
    return former ? reinstateAdmin(transaction, former.id, admin) : insertAdmin(transaction, { ...admin, nowMs: now() })
  })
}
