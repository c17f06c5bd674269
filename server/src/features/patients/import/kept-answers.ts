import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { Keys } from '../../../core/crypto/keys.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { KeptAnswers } from '../reading/questions/answer-sources.ts'

/** The key with which the member IDs of marked files are hashed. */
export const memberIdKey = (keys: Keys): Buffer => keys.derive('member IDs of marked files')

export const keptAnswersMs = 30 * 24 * 3_600_000

/** Of each admin, the newest are kept. */
const keptLayouts = 20

type Key = { adminId: string; headingsHash: string }

/**
 * Keeps the answers of an import for the corrected file, in place of earlier ones for the same headings. While they were
 * collected, the import may have been confirmed, or the access revoked: then nothing is kept.
 */
export async function keepAnswers(
  db: Transaction,
  { importId, adminId, headingsHash }: Key & { importId: string },
  kept: { answers: ImportAnswers; memberIds: Uint8Array; atMs: number },
): Promise<void> {
  // This also locks it, so that a confirmation deletes what is kept.
  const { numUpdatedRows } = await db
    .updateTable('patientImports')
    .set((column) => ({ updatedAtMs: column.ref('updatedAtMs') }))
    .where('id', '=', importId)
    .where('state', '!=', 'applied')
    .where('adminId', 'in', (admins) => admins.selectFrom('admins').select('id').where('role', '!=', 'user'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const values = { answers: JSON.stringify(kept.answers), memberIds: kept.memberIds, atMs: kept.atMs }
  await db
    .insertInto('patientKeptAnswers')
    .values({ adminId, headingsHash, ...values })
    .onConflict((conflict) => conflict.columns(['adminId', 'headingsHash']).doUpdateSet(values))
    .execute()
  await db
    .deleteFrom('patientKeptAnswers')
    .where('adminId', '=', adminId)
    .where('headingsHash', 'in', (rows) =>
      rows
        .selectFrom('patientKeptAnswers')
        .select('headingsHash')
        .where('adminId', '=', adminId)
        .orderBy('atMs', 'desc')
        .orderBy('headingsHash')
        .limit(1_000)
        .offset(keptLayouts),
    )
    .execute()
}

/** The answers that this admin gave for a file with these headings, and the hashes of its member IDs. */
export async function findKeptAnswers(
  db: Db,
  { adminId, headingsHash }: Key,
  nowMs: number,
): Promise<(KeptAnswers & { memberIds: Uint8Array }) | null> {
  const row = await db
    .selectFrom('patientKeptAnswers')
    .select(['answers', 'memberIds', 'atMs'])
    .where('adminId', '=', adminId)
    .where('headingsHash', '=', headingsHash)
    .where('atMs', '>', nowMs - keptAnswersMs)
    .executeTakeFirst()
  if (!row) return null
  return { at: new Date(row.atMs).toISOString(), answers: JSON.parse(row.answers), memberIds: row.memberIds }
}

/** @returns false if none are kept */
export async function forgetKeptAnswers(db: Db, { adminId, headingsHash }: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('patientKeptAnswers')
    .where('adminId', '=', adminId)
    .where('headingsHash', '=', headingsHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
