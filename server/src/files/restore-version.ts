import type { Context } from '../context.ts'
import { conflict } from '../http/errors.ts'
import { addVersion, getFile, getVersion } from './store.ts'

/** Makes the content of an earlier version current, as a new one with the next number. */
export async function restoreVersion(
  { db, now }: Context,
  { fileId, version, adminId }: { fileId: string; version: number; adminId: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const file = await getFile(transaction, fileId)
    const { number, filename, sizeBytes, sha256, objectKey } = await getVersion(transaction, fileId, version)
    if (number === file.currentVersion) throw conflict('This is the current version already.')
    const restored = {
      fileId,
      number: file.currentVersion + 1,
      filename,
      sizeBytes,
      sha256,
      objectKey,
      adminId,
      restoredFrom: number,
      createdAtMs: now(),
    }
    if (!(await addVersion(transaction, restored, null))) {
      throw conflict('Somebody else has published a version in the meantime. Look at the history again.')
    }
  })
}
