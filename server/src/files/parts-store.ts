import type { Db } from '../database/tables.ts'

type PartHash = { partNumber: number; sha256: string }

/** The parts of an upload that have arrived or been announced, by number. */
export function listPartRows(db: Db, uploadId: string) {
  return db.selectFrom('fileUploadParts').selectAll().where('uploadId', '=', uploadId).orderBy('partNumber').execute()
}

export function findPart(db: Db, uploadId: string, partNumber: number) {
  return db
    .selectFrom('fileUploadParts')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .where('partNumber', '=', partNumber)
    .executeTakeFirst()
}

/** Stores the announced hashes of parts that are not known yet. */
export async function insertMissingParts(db: Db, uploadId: string, parts: readonly PartHash[]): Promise<void> {
  await db
    .insertInto('fileUploadParts')
    .values(parts.map((part) => ({ uploadId, ...part, etag: null })))
    .onConflict((conflict) => conflict.columns(['uploadId', 'partNumber']).doNothing())
    .execute()
}

/** Records that a part has arrived. @returns false when the upload no longer exists */
export async function recordPart(
  db: Db,
  uploadId: string,
  { partNumber, sha256, etag }: PartHash & { etag: string },
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Comes first, because it locks the upload's row until the part is inserted.
    const { numUpdatedRows } = await transaction
      .updateTable('fileUploads')
      .set({ updatedAtMs: nowMs })
      .where('id', '=', uploadId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await transaction
      .insertInto('fileUploadParts')
      .values({ uploadId, partNumber, sha256, etag })
      .onConflict((conflict) => conflict.columns(['uploadId', 'partNumber']).doUpdateSet({ sha256, etag }))
      .execute()
    return true
  })
}
