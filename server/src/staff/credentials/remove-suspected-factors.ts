import { shownName } from '@health-console/contract/text.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { secondFactorLostMail } from '../../mail/templates/second-factor.ts'
import { mailSuperAdmins } from '../people/mail-super-admins.ts'
import { findFactors, hasFactor } from './factors.ts'
import { deleteSuspectedFactors, setLostFactor, type Suspected } from './second-factor-store.ts'

/**
 * Removes the factors and recovery codes that an intruder may have added. Call it under the staff lock.
 * @param hadFactor whether the person had a factor before: if none is left, a new password alone does not sign in, and
 * the person and all super admins are mailed that it has to be reset
 */
export async function removeSuspectedFactors(
  transaction: Transaction,
  context: Context,
  { id, email, fullName }: Pick<AdminsTable, 'id' | 'email' | 'fullName'>,
  { hadFactor, ...suspected }: Suspected & { hadFactor: boolean },
): Promise<void> {
  await deleteSuspectedFactors(transaction, id, suspected)
  if (!hadFactor || hasFactor(await findFactors(transaction, id))) return
  await setLostFactor(transaction, id, 1)
  const content = secondFactorLostMail(context.config, { atMs: context.now(), person: shownName(fullName, email) })
  await mailSuperAdmins(transaction, context, { kind: 'second-factor', content, and: [email] })
}
