import type { Transaction } from '../../../core/database/tables.ts'
import { conflict } from '../../../http/errors.ts'
import type { Signer } from '../signing/sign-versions.ts'
import { lockModelFile, makeCurrent, setState } from '../versions/change-store.ts'
import { insertDecision } from '../versions/decisions-store.ts'
import { findOffer } from '../versions/offered-part.ts'
import { getFile, listSameContent } from '../versions/store.ts'
import { type Decided, goBack, requirePublished } from './go-back.ts'

/**
 * Withdraws a published version and all versions with the same content. If it is current, another becomes current in
 * the same transaction.
 */
export async function withdrawVersion(
  context: Signer,
  transaction: Transaction,
  { goBackTo, ...decided }: Decided & { goBackTo: number | undefined },
): Promise<void> {
  const { fileId, version, reason, adminId } = decided
  await lockModelFile(context, transaction, fileId)
  const { currentVersion } = await getFile(transaction, fileId)
  await requirePublished(transaction, fileId, version)
  const withdrawn = await listSameContent(transaction, fileId, version)
  const isCurrent = withdrawn.includes(currentVersion)
  if (isCurrent && goBackTo === undefined)
    throw conflict(`Version ${version} is in use. Choose a version to replace it.`)
  if (!isCurrent && goBackTo !== undefined)
    throw conflict(
      `Version ${currentVersion} is still the current version, so nothing replaces it. Open the history again and review the change.`,
    )
  if (goBackTo !== undefined && withdrawn.includes(goBackTo))
    throw conflict(`Version ${goBackTo} has the same content. Choose another version.`)
  await setState(transaction, fileId, withdrawn, 'withdrawn')
  const decidedAtMs = context.now()
  for (const number of withdrawn)
    await insertDecision(transaction, { fileId, number, decision: 'withdraw', adminId, reason, decidedAtMs })
  const offer = await findOffer(transaction, fileId)
  if (goBackTo !== undefined && goBackTo === offer?.version) {
    await makeCurrent(transaction, { fileId, number: goBackTo }, { replaces: currentVersion, nowMs: decidedAtMs })
  } else if (goBackTo !== undefined)
    await goBack(context, transaction, { fileId, version: goBackTo, reason, adminId }, currentVersion)
}
