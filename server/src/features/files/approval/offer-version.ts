import type { Transaction } from '../../../core/database/tables.ts'
import { conflict } from '../../../http/errors.ts'
import { lockModelFile, makeCurrent, setPercent } from '../versions/change-store.ts'
import { findOffer } from '../versions/offered-part.ts'
import { getFile } from '../versions/store.ts'
import type { Signer } from '../signing/sign-versions.ts'

/** Offers a version to more devices than now. With 100 % it becomes current under its own number. */
export async function offerToMore(
  context: Signer,
  transaction: Transaction,
  { fileId, version, percent }: { fileId: string; version: number; percent: number },
): Promise<void> {
  await lockModelFile(context, transaction, fileId)
  const offer = await findOffer(transaction, fileId)
  if (offer?.version !== version)
    throw conflict(`Version ${version} isn’t offered to a part of the devices. Open the history again.`)
  if (percent <= offer.percent)
    throw conflict(`Version ${version} is already offered to ${offer.percent} % of devices. Choose a larger part.`)
  if (percent < 100) return setPercent(transaction, fileId, percent)
  const { currentVersion } = await getFile(transaction, fileId)
  await makeCurrent(transaction, { fileId, number: version }, { replaces: currentVersion, nowMs: context.now() })
}
