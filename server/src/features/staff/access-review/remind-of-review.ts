import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import { accessReviewMail } from '../../../mail/templates/access-review.ts'
import { mailSuperAdmins } from '../admins/mail-super-admins.ts'
import { findDueAt, findLastReview, wasReminded } from './store.ts'

/**
 * Emails the super admins once when the review is due. The lock and the audit entry prevent a second email from another
 * replica.
 */
export async function remindOfReview(context: Context): Promise<void> {
  const { db, engine, audit, config, now } = context
  if (config.mail.method === 'off' || !(await isDue(context, db))) return
  await db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'access review')
    if (!(await isDue(context, transaction))) return
    const last = await findLastReview(transaction)
    const content = accessReviewMail(config, { lastAtMs: last?.atMs })
    const superAdmins = await mailSuperAdmins(transaction, context, { kind: 'access-review', content })
    const subjects = superAdmins.map(({ id }) => `admin:${id}` as const)
    await audit.append(transaction, [{ ...byServer, action: 'access_review.remind', subjects }])
  })

  async function isDue({ config: { accessReviewDays } }: Context, reader: Context['db']): Promise<boolean> {
    const dueAtMs = await findDueAt(reader, accessReviewDays, now())
    return dueAtMs <= now() && !(await wasReminded(reader, dueAtMs))
  }
}
