import type { Context } from '../context.ts'
import type { Transaction } from '../database/tables.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { refusedVersionMail } from '../mail/templates/model-files.ts'
import { findAdmins } from '../staff/people/store.ts'
import { getStaged } from './approve-version.ts'
import { insertDecision } from './decisions-store.ts'
import { fileNotFound, findFileRow, holdFile, setState } from './store.ts'

type Refusal = { fileId: string; version: number; reason: string; admin: { id: string; fullName: string } }

/** Refuses a staged version. Its uploader gets the reason, unless it is the same person. */
export async function refuseVersion(
  context: Context,
  transaction: Transaction,
  { fileId, version, reason, admin }: Refusal,
): Promise<void> {
  await holdFile(context, transaction, fileId)
  const staged = await getStaged(transaction, fileId, version)
  await setState(transaction, fileId, [version], 'refused')
  const decision = { fileId, number: version, decision: 'refuse', adminId: admin.id, reason } as const
  await insertDecision(transaction, { ...decision, decidedAtMs: context.now() })
  if (staged.adminId === null || staged.adminId === admin.id) return
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  const [uploader] = await findAdmins(transaction, [staged.adminId])
  if (!uploader || uploader.role === 'user') return
  const content = refusedVersionMail(context.config, { ...file, version, reason, by: admin.fullName })
  await enqueueMail(transaction, context, { kind: 'model-file', recipient: uploader.email, content })
}
