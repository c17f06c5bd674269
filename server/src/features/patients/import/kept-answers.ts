import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { Keys } from '../../../core/crypto/keys.ts'
import type { Db } from '../../../core/database/tables.ts'
import type { KeptAnswers } from '../reading/questions/answer-sources.ts'

/** The key with which the member IDs of marked files are hashed. */
export const memberIdKey = (keys: Keys): Buffer => keys.derive('member IDs of marked files')

export const keptAnswersMs = 30 * 24 * 3_600_000

/** Of each admin, the newest are kept. */
const keptLayouts = 20

type Key = { adminId: string; headingsHash: string }

/** Keeps an admin's answers for the corrected file, in place of earlier ones for the same headings. */
export async function keepAnswers(
  db: Db,
  { adminId, headingsHash }: Key,
  kept: { answers: ImportAnswers; memberIds: Uint8Array; atMs: number },
): Promise<void> {
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
