import { hashToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/database/tables.ts'
import { type ListedRow, listReleased, type ReleasedRow } from '../versions/published-store.ts'
import { isServed } from '../versions/served.ts'

export type OfferedRow = ReleasedRow & { sha256: string }

/** False if it was withdrawn, or its hash is not known yet. */
export const isReady = (row: ReleasedRow): row is OfferedRow => isServed(row, 'device') && row.sha256 !== null

/** The versions that devices may run. Content that was withdrawn stays so when it is published again. */
export function listRunnable(rows: readonly ListedRow[]) {
  const withdrawn = new Set(rows.filter(({ state }) => state === 'withdrawn').map(({ sha256 }) => sha256))
  return rows.flatMap((row) => (isReady(row) && !withdrawn.has(row.sha256) ? [row] : []))
}

/**
 * The version of each type that devices are to run: the current one; while that one is not hashed and signed, the newest
 * published one before it that is. Nothing is signed at all for a second after a restore with another master key.
 * @param rows all released versions, by type and number
 */
export function pickOffered(rows: readonly ListedRow[]): OfferedRow[] {
  const upToCurrent = listRunnable(rows).filter(({ number, currentVersion }) => number <= currentVersion)
  const types = [...new Set(upToCurrent.map(({ type }) => type))]
  return types.flatMap((type) => {
    const ready = upToCurrent.filter((row) => row.type === type)
    return ready.findLast(({ signedBy }) => signedBy !== null) ?? ready.at(-1) ?? []
  })
}

/** The current offer, and its number. */
export async function readOffer(context: Context): Promise<{ release: number; rows: OfferedRow[] }> {
  const { number, content } = await numberOnChange(context, 'list', async (db) => {
    const content = pickOffered(await listReleased(db))
    return { content, hash: hashOf(content) }
  })
  return { release: number, rows: content }
}

/** The rows of the numbers. 1.0.0 knows only the first one. */
const rowIds = { list: 1, manifest: 2 }

/**
 * Reads something and its number. A change is noticed when it is read, so that code that changes versions does not
 * depend on this; the number rises even if the clock does not.
 */
export async function numberOnChange<Content>(
  { db, engine, now }: Pick<Context, 'db' | 'engine' | 'now'>,
  name: keyof typeof rowIds,
  read: (db: Db) => Promise<{ content: Content; hash: string }>,
): Promise<{ number: number; content: Content }> {
  const id = rowIds[name]
  const find = (from: Db) =>
    from.selectFrom('modelRelease').select(['release', 'contentHash']).where('id', '=', id).executeTakeFirst()
  const { content, hash } = await read(db)
  const known = await find(db)
  if (known?.contentHash === hash) return { number: known.release, content }
  return db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'model release')
    const latest = await read(transaction)
    const before = await find(transaction)
    if (before?.contentHash === latest.hash) return { number: before.release, content: latest.content }
    const number = Math.max(now(), (before?.release ?? 0) + 1)
    const row = { release: number, contentHash: latest.hash }
    await transaction
      .insertInto('modelRelease')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    return { number, content: latest.content }
  })
}

const hashOf = (rows: OfferedRow[]) =>
  hashToken(
    JSON.stringify(
      rows.map(({ type, number, filename, sha256, signedBy }) => [type, number, filename, sha256, signedBy]),
    ),
  )
