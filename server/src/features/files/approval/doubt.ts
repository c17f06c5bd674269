import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { ApprovalDoubt } from '../../../core/database/tables/files.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { doubtedApprovalMail } from '../../../mail/templates/model-files.ts'
import { findAdmins, hasJustInvited } from '../../staff/admins/store.ts'
import { mailSuperAdmins } from '../../staff/admins/mail-super-admins.ts'
import { isSessionOnDeviceOf } from '../../staff/sessions/devices.ts'
import { fileNotFound, findFileRow } from '../versions/store.ts'

/** Why an approver may be the uploader with another account; null if there is no sign of that. */
export async function findDoubt(
  { now }: Pick<Context, 'now'>,
  transaction: Transaction,
  approver: SignedInAdmin,
  uploaderId: string,
): Promise<ApprovalDoubt | null> {
  if (await hasJustInvited(transaction, [approver.id, uploaderId], now())) return 'invited'
  return (await isSessionOnDeviceOf(transaction, approver.session.id, uploaderId)) ? 'browser' : null
}

/** Emails all super admins about an approval that may be by the uploader. */
export async function mailDoubt(
  transaction: Transaction,
  context: Context,
  { fileId, number, adminId, doubt }: { fileId: string; number: number; adminId: string; doubt: ApprovalDoubt },
): Promise<void> {
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  const [approver] = await findAdmins(transaction, [adminId])
  const by = approver?.fullName ?? ''
  const content = doubtedApprovalMail(context.config, { ...file, version: number, by, doubt })
  await mailSuperAdmins(transaction, context, { kind: 'model-file', content })
}
