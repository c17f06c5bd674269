import { hashToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/database/tables.ts'
import { listOffered, type ReleasedRow } from '../versions/published-store.ts'
import { isServed } from '../versions/served.ts'

export type OfferedRow = ReleasedRow & { sha256: string }

const readRows = async (db: Db): Promise<OfferedRow[]> => (await listOffered(db)).flatMap((row) => asOffered(row) ?? [])

/** Undefined if it was withdrawn, or its hash is not known yet. */
export const asOffered = (row: ReleasedRow): OfferedRow | undefined =>
  isServed(row, 'device') && row.sha256 !== null ? { ...row, sha256: row.sha256 } : undefined

/**
 * The current offer, and its number. A change is noticed when the offer is read, so that code that changes versions
 * does not depend on this; the number rises even if the clock does not.
 */
export async function readOffer({ db, engine, now }: Context): Promise<{ release: number; rows: OfferedRow[] }> {
  const rows = await readRows(db)
  const known = await findRelease(db)
  if (known?.contentHash === hashOf(rows)) return { release: known.release, rows }
  return db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'model release')
    const latest = await readRows(transaction)
    const contentHash = hashOf(latest)
    const before = await findRelease(transaction)
    if (before?.contentHash === contentHash) return { release: before.release, rows: latest }
    const release = Math.max(now(), (before?.release ?? 0) + 1)
    await transaction
      .insertInto('modelRelease')
      .values({ id: 1, release, contentHash })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ release, contentHash }))
      .execute()
    return { release, rows: latest }
  })
}

const findRelease = (db: Db) =>
  db.selectFrom('modelRelease').select(['release', 'contentHash']).where('id', '=', 1).executeTakeFirst()

const hashOf = (rows: OfferedRow[]) =>
  hashToken(
    JSON.stringify(
      rows.map(({ type, number, filename, sha256, signedBy }) => [type, number, filename, sha256, signedBy]),
    ),
  )
