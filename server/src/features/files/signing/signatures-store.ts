import type { FileSignaturesTable } from '../../../core/database/tables/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { publishedVersions } from '../versions/published-store.ts'
import { signatureOfVersion } from '../versions/joins.ts'

/** Published versions with their signatures. */
function selectPublished(db: Db) {
  return publishedVersions(db).leftJoin('fileSignatures', signatureOfVersion)
}

/** Versions whose SHA-256 is known and was not withdrawn, and that have no signature, oldest first. */
export function listUnsigned(db: Db) {
  return selectPublished(db)
    .select(['fileVersions.fileId', 'fileVersions.number', 'fileVersions.filename', 'fileVersions.sha256'])
    .where('fileVersions.sha256', 'is not', null)
    .where('fileSignatures.keyId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fileVersions as withdrawn')
            .select('withdrawn.number')
            .whereRef('withdrawn.fileId', '=', 'fileVersions.fileId')
            .whereRef('withdrawn.sha256', '=', 'fileVersions.sha256')
            .where('withdrawn.state', '=', 'withdrawn'),
        ),
      ),
    )
    .orderBy('fileVersions.createdAtMs')
    .execute()
}

/** The key is type and number. */
export function listSignatures(db: Db) {
  return selectPublished(db)
    .innerJoin('modelFiles', 'modelFiles.id', 'fileVersions.fileId')
    .select([
      'modelFiles.type',
      'fileVersions.number',
      'fileVersions.filename',
      'fileVersions.sha256',
      'fileSignatures.bundle',
    ])
    .orderBy('modelFiles.type')
    .orderBy('fileVersions.number')
    .execute()
}

/** @returns false if another replica has signed it */
export async function keepSignature(transaction: Transaction, signature: FileSignaturesTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('fileSignatures')
    .values(signature)
    .onConflict((conflict) => conflict.columns(['fileId', 'number']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The signature of a version as JSON; undefined if it has none, or is not published. */
export async function findBundle(db: Db, fileId: string, number: number): Promise<string | undefined> {
  const row = await selectPublished(db)
    .select('fileSignatures.bundle')
    .where('fileVersions.fileId', '=', fileId)
    .where('fileVersions.number', '=', number)
    .executeTakeFirst()
  return row?.bundle ?? undefined
}
