import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { listPasskeys } from './passkey-store.ts'
import { type Suspected, deleteSuspectedFactors, findSecondFactor, setLostFactor } from './second-factor-store.ts'
import type { SecondFactorState } from '@health-console/contract/staff/sessions.ts'
import type { Config } from '../../../core/config.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import type { Context } from '../../../core/context.ts'
import { secondFactorLostMail } from '../../../mail/templates/second-factor.ts'
import { mailSuperAdmins } from '../admins/mail-super-admins.ts'

/** Which second factors an admin has. */
export type Factors = { app: boolean; passkeys: boolean }

export const noFactors: Factors = { app: false, passkeys: false }

export const hasFactor = ({ app, passkeys }: Factors) => app || passkeys

export async function findFactors(db: Db, adminId: string): Promise<Factors> {
  return {
    app: (await findSecondFactor(db, adminId)) !== undefined,
    passkeys: (await listPasskeys(db, adminId)).length > 0,
  }
}

/** The second factors of several admins; those who have none are left out. */
export async function listFactors(db: Db, adminIds: readonly string[]): Promise<Map<string, Factors>> {
  if (adminIds.length === 0) return new Map()
  const apps = await db.selectFrom('secondFactors').select('adminId').where('adminId', 'in', adminIds).execute()
  const passkeys = await db.selectFrom('passkeys').select('adminId').where('adminId', 'in', adminIds).execute()
  const withApp = new Set(apps.map(({ adminId }) => adminId))
  const withPasskey = new Set(passkeys.map(({ adminId }) => adminId))
  return new Map(
    [...withApp.union(withPasskey)].map((id) => [id, { app: withApp.has(id), passkeys: withPasskey.has(id) }]),
  )
}

/** Whether admins with this role must have a second factor. */
export function isSecondFactorRequired(
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  role: AdminsTable['role'],
): boolean {
  return requireSecondFactor === 'all' || requireSecondFactor === role
}

export function secondFactorStateOf(
  config: Pick<Config, 'requireSecondFactor' | 'signOn'>,
  { role, factors, isSignOn }: { role: AdminsTable['role']; factors: Factors; isSignOn: boolean },
): SecondFactorState {
  if (hasFactor(factors)) return 'set'
  // The identity provider has asked for one.
  if (isSignOn && !config.signOn?.needsOurSecondFactor) return 'none'
  return isSecondFactorRequired(config, role) ? 'required' : 'none'
}

/**
 * Removes the factors and recovery codes that an attacker may have added. Call it under the staff lock.
 * @param hadFactor whether the admin had a factor before: if none is left, a new password on its own does not sign in,
 * and the admin and all super admins are emailed that it has to be reset
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
  const content = secondFactorLostMail(context.config, {
    atMs: context.now(),
    person: shownName(fullName, shownEmail(email)),
  })
  await mailSuperAdmins(transaction, context, { kind: 'second-factor', content, and: [email] })
}
