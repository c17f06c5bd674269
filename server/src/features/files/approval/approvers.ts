import type { Context } from '../../../core/context.ts'
import { takeUse } from '../../../core/counters/counters.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { HealthCheck } from '../../../http/health.ts'
import { mailsTo } from '../../../mail/allowance.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { approvalRequestMail } from '../../../mail/templates/model-files.ts'
import { listAdmins } from '../../staff/admins/store.ts'

/** How many admins may approve or reject versions: every admin. */
export const countEligible = async (db: Db): Promise<number> => (await listAdmins(db)).length

/** Whether someone other than the uploader can approve, if a second admin has to. */
export const approversCheck = ({ db }: Pick<Context, 'db'>): HealthCheck => ({
  name: 'approvers',
  needsDatabase: true,
  findError: async () =>
    (await countEligible(db)) < 2
      ? 'PUBLISHING=two needs two admins: invite another, or publish with the command publish --alone'
      : undefined,
})

type Staged = {
  type: string
  name: string
  version: number
  filename: string
  uploader: { id: string; fullName: string }
}

/**
 * Emails everyone who may approve a version that was just submitted for approval, once. Beyond the hourly limit for
 * this uploader's versions no email is sent; the Files page still shows the version.
 */
export async function mailApprovers(transaction: Transaction, context: Context, staged: Staged): Promise<void> {
  const content = approvalRequestMail(context.config, { ...staged, by: staged.uploader.fullName })
  for (const { id, email, emailKey } of await listAdmins(transaction)) {
    if (id === staged.uploader.id) continue
    const waitMs = await takeUse(transaction, context, mailsTo(emailKey, `uploads of ${staged.uploader.id}`))
    if (waitMs === 0) await enqueueMail(transaction, context, { kind: 'model-file', recipient: email, content })
  }
}
