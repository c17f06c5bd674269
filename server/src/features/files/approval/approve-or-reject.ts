import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { ApprovalDoubt } from '../../../core/database/tables/files.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { conflict, forbidden } from '../../../http/errors.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { rejectedVersionMail } from '../../../mail/templates/model-files.ts'
import { findAdmins } from '../../staff/admins/store.ts'
import { findDoubt, mailDoubt } from './doubt.ts'
import { insertDecision } from '../versions/decisions-store.ts'
import { requireServed } from '../versions/served.ts'
import { fileNotFound, findFileRow, findWithdrawn, getFacts, getVersion } from '../versions/store.ts'
import { findOpened, type Text, textsOf } from './texts-to-open.ts'
import { signUnsigned, type Signer } from '../signing/sign-versions.ts'
import { lockModelFile, release, setState } from '../versions/change-store.ts'

type Content = Awaited<ReturnType<typeof getVersion>>

/** What an approver has seen. */
type Approval = {
  fileId: string
  version: number
  sha256: string
  replaces: number
  /** The percentage of devices to which it is offered first; undefined: all. */
  offerTo?: number | undefined
  admin: SignedInAdmin
}

/** The texts that must be opened before a version is approved. Its content never changes. */
export async function readTexts(context: Context, content: Content): Promise<Text[]> {
  return textsOf(context, content, await getFacts(context.db, content.fileId, content.number))
}

/**
 * Publishes a version that awaits approval, if it and the version that it replaces are still as the approver has seen
 * them.
 * @returns why the approver may be the uploader
 */
export async function approveVersion(
  context: Context,
  transaction: Transaction,
  { fileId, version, sha256, replaces, offerTo, admin }: Approval,
  texts: readonly Text[],
): Promise<ApprovalDoubt | null> {
  await lockModelFile(context, transaction, fileId)
  const staged = await getAwaitingContent(transaction, fileId, version)
  if (staged.adminId === admin.id) throw forbidden('You uploaded this version. Another admin needs to approve it.')
  const { sha256: known } = staged
  if (known === null) throw conflict('This version’s checksum is still being calculated. Try again in a few minutes.')
  if (known !== sha256) throw conflict('The checksum doesn’t match this version. Review it again.')
  const opened = await findOpened(transaction, admin.id, texts)
  const unopened = texts.find((text) => !opened.has(text.sha256))
  if (unopened) throw conflict(`Open ${nameOf(unopened)} before you approve this version.`)
  await publishApproved(context, transaction, { fileId, version, sha256: known, replaces, offerTo })
  const doubt = staged.adminId === null ? null : await findDoubt(context, transaction, admin, staged.adminId)
  const decision = { fileId, number: version, decision: 'approve', adminId: admin.id, doubt, reason: null } as const
  await insertDecision(transaction, { ...decision, decidedAtMs: context.now() })
  if (doubt !== null) await mailDoubt(transaction, context, { ...decision, doubt })
  return doubt
}

/** Publishes a version of a locked file that awaits approval. */
export async function publishApproved(
  context: Signer,
  transaction: Transaction,
  { fileId, version, sha256, replaces, offerTo }: Omit<Approval, 'admin'>,
): Promise<void> {
  const same = await findWithdrawn(transaction, fileId, sha256)
  if (same) throw conflict(`This is the content of version ${same.number}, which was withdrawn: ${same.reason}`)
  if (!(await release(transaction, { fileId, number: version }, { replaces, offerTo, nowMs: context.now() }))) {
    const file = await findFileRow(transaction, fileId)
    if (!file) throw fileNotFound()
    throw conflict(`Version ${file.currentVersion} is now the current version. Review it again.`)
  }
  await setState(transaction, fileId, [version], 'published')
  await signUnsigned(context, transaction)
}

type Rejection = { fileId: string; version: number; reason: string; admin: { id: string; fullName: string } }

/** Rejects a version that awaits approval. Its uploader is emailed the reason, unless the uploader rejected it. */
export async function rejectVersion(
  context: Context,
  transaction: Transaction,
  { fileId, version, reason, admin }: Rejection,
): Promise<void> {
  await lockModelFile(context, transaction, fileId)
  const staged = await getAwaitingContent(transaction, fileId, version)
  await setState(transaction, fileId, [version], 'rejected')
  const decision = { fileId, number: version, decision: 'reject', adminId: admin.id, reason } as const
  await insertDecision(transaction, { ...decision, decidedAtMs: context.now() })
  if (staged.adminId === null || staged.adminId === admin.id) return
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  const [uploader] = await findAdmins(transaction, [staged.adminId])
  if (!uploader || uploader.role === 'user') return
  const content = rejectedVersionMail(context.config, { ...file, version, reason, by: admin.fullName })
  await enqueueMail(transaction, context, { kind: 'model-file', recipient: uploader.email, content })
}

/** A version of a locked file that awaits approval. */
export async function getAwaitingContent(transaction: Transaction, fileId: string, version: number): Promise<Content> {
  const found = await getVersion(transaction, fileId, version)
  requireServed(found, 'review')
  return found
}

function nameOf({ template }: Text): string {
  if (template === null) return 'the prompt'
  return template === '' ? 'the chat template' : `“${template}”`
}
