import { shownName } from '@health-console/contract/text.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { conflict } from '../../http/errors.ts'
import { secondFactorResetMail } from '../../mail/templates/second-factor.ts'
import { mailSuperAdmins } from '../people/mail-super-admins.ts'
import { distrustDevicesOf } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { deleteSecondFactor } from '../credentials/second-factor-store.ts'

/**
 * Removes the second factor of somebody who lost it, or demands none any more where an undo removed it, ends their sessions, and mails them and all super admins. Call it
 * under the staff lock.
 * @param by who resets it, in words
 */
export async function resetSecondFactor(
  transaction: Transaction,
  context: Context,
  admin: AdminsTable,
  by: string,
): Promise<void> {
  const person = shownName(admin.fullName, admin.email)
  if (!(await deleteSecondFactor(transaction, admin.id))) throw conflict(`${person} has no second factor.`)
  await deleteSessionsOf(transaction, admin.id)
  await distrustDevicesOf(transaction, admin.id)
  const content = secondFactorResetMail(context.config, { atMs: context.now(), person, by })
  await mailSuperAdmins(transaction, context, { kind: 'second-factor', content, and: [admin.email] })
}
