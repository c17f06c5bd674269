import type { Transaction } from '../../../core/database/tables.ts'
import { conflict } from '../../../http/errors.ts'
import { insertDecision } from '../versions/decisions-store.ts'
import { getFacts, getFile, getVersion } from '../versions/store.ts'
import { signUnsigned, type Signer } from '../signing/sign-versions.ts'
import { addVersion, lockModelFile, nextNumber } from '../versions/change-store.ts'

export type Decided = { fileId: string; version: number; reason: string; adminId: string; offerTo?: number | undefined }

/** Makes the content of an earlier published version current, as a new version with the next number. */
export async function restoreVersion(
  context: Signer,
  transaction: Transaction,
  { replaces, ...decided }: Decided & { replaces: number },
): Promise<void> {
  await lockModelFile(context, transaction, decided.fileId)
  const { currentVersion } = await getFile(transaction, decided.fileId)
  if (currentVersion !== replaces)
    throw conflict(
      `Version ${currentVersion} is now the current version. Open the history again and review the change.`,
    )
  await goBack(context, transaction, decided, currentVersion)
}

/** Makes the content of a published version current, as a new version. */
export async function goBack(
  context: Signer,
  transaction: Transaction,
  { fileId, version, reason, adminId, offerTo }: Decided,
  currentVersion: number,
): Promise<void> {
  const { number, filename, sizeBytes, sha256, objectKey } = await requirePublished(transaction, fileId, version)
  if (number === currentVersion) throw conflict('This is already the current version.')
  const next = await nextNumber(transaction, fileId)
  const facts = await getFacts(transaction, fileId, version)
  const content = { filename, sizeBytes, sha256, objectKey, facts }
  const restored = { fileId, number: next, ...content, adminId, restoredFrom: number, createdAtMs: context.now() }
  if (!(await addVersion(transaction, restored, { replaces: currentVersion, name: null, offerTo }))) {
    throw conflict('Another admin has published a version in the meantime. Open the history again.')
  }
  const decision = { fileId, number: next, decision: 'restore', adminId, reason, decidedAtMs: context.now() } as const
  await insertDecision(transaction, decision)
  await signUnsigned(context, transaction)
}

/** @throws ApiError `conflict` if it was withdrawn, or never published */
export async function requirePublished(transaction: Transaction, fileId: string, version: number) {
  const found = await getVersion(transaction, fileId, version)
  if (found.state === 'published') return found
  throw conflict(
    found.state === 'withdrawn'
      ? `Version ${version} was withdrawn. Its history shows by whom and why.`
      : `Version ${version} was never published. Choose another one.`,
  )
}
