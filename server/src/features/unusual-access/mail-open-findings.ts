import { byServer } from '../../core/audit/entry.ts'
import type { Context } from '../../core/context.ts'
import { openFindingsMail } from '../../mail/templates/open-findings.ts'
import { mailSuperAdmins } from '../staff/admins/mail-super-admins.ts'
import { findState, stateId, summarizeOpen } from './store.ts'
import { dayMs } from './views.ts'

const everyMs = 7 * dayMs

/** Emails the super admins once a week, with counts only, while a finding is open. One replica does it. */
export async function mailOpenFindings(context: Context): Promise<void> {
  const { db, audit, config, now } = context
  if (config.mail.method === 'off') return
  const state = await findState(db)
  if (!state || state.mailedAtMs > now() - everyMs) return
  const { count, oldestAtMs } = await summarizeOpen(db)
  if (count === 0 || oldestAtMs === null) return
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('accessChecks')
      .set({ mailedAtMs: now() })
      .where('id', '=', stateId)
      .where('mailedAtMs', '=', state.mailedAtMs)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const days = Math.floor((now() - oldestAtMs) / dayMs)
    const content = openFindingsMail(config, { count, days })
    const superAdmins = await mailSuperAdmins(transaction, context, { kind: 'open-findings', content })
    const subjects = superAdmins.map(({ id }) => `admin:${id}` as const)
    await audit.append(transaction, [{ ...byServer, action: 'access_check.remind', subjects }])
  })
}
