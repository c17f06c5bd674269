import type { Transaction } from '../database/tables.ts'
import { conflict } from '../http/errors.ts'
import { addVersion, getFile, getVersion } from './store.ts'

/** Makes the content of an earlier version current, as a new version with the next number. */
export async function restoreVersion(
  transaction: Transaction,
  { fileId, version, adminId, nowMs }: { fileId: string; version: number; adminId: string; nowMs: number },
): Promise<void> {
  const file = await getFile(transaction, fileId)
  const { number, filename, sizeBytes, sha256, objectKey } = await getVersion(transaction, fileId, version)
  if (number === file.currentVersion) throw conflict('This is already the current version.')
  const restored = {
    fileId,
    number: file.currentVersion + 1,
    filename,
    sizeBytes,
    sha256,
    objectKey,
    adminId,
    restoredFrom: number,
    createdAtMs: nowMs,
  }
  if (!(await addVersion(transaction, restored, null))) {
    throw conflict('Somebody else has published a version in the meantime. Look at the history again.')
  }
}
