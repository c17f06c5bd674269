import type { UnknownObjectsTable } from '../../../core/database/tables/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { Stored } from './survey.ts'

type Name = Pick<UnknownObjectsTable, 'key' | 'multipartUploadId'>

/** How long unknown objects stay in the storage, so that there is time to notice a wrong database. */
export const unknownKeptMs = 30 * 24 * 3_600_000

/**
 * Records unknown objects with the time when they were first seen, and deletes the rows of those that no longer exist
 * or are no longer unknown.
 * @returns those not seen before
 */
export async function noteUnknown(db: Db, unknown: readonly Stored[], nowMs: number): Promise<Stored[]> {
  return db.transaction().execute(async (transaction) => {
    const noted = await transaction.selectFrom('unknownObjects').selectAll().execute()
    const isUnknown = memberOf(unknown)
    for (const row of noted) if (!isUnknown(row)) await forgetUnknown(transaction, row)
    const isNoted = memberOf(noted)
    const added = unknown.filter((stored) => !isNoted(stored))
    for (const stored of added) await insert(transaction, stored, { firstSeenAtMs: nowMs, adoptedAtMs: null })
    return added
  })
}

/**
 * Called when a system administrator accepts unknown objects: they no longer count as unexpected, and their time starts
 * again.
 */
export async function adoptUnknown(transaction: Transaction, unknown: readonly Stored[], nowMs: number): Promise<void> {
  await transaction.deleteFrom('unknownObjects').execute()
  for (const stored of unknown) await insert(transaction, stored, { firstSeenAtMs: nowMs, adoptedAtMs: nowMs })
}

async function insert(
  transaction: Transaction,
  { key, multipartUploadId }: Stored,
  times: Pick<UnknownObjectsTable, 'firstSeenAtMs' | 'adoptedAtMs'>,
): Promise<void> {
  await transaction
    .insertInto('unknownObjects')
    .values({ key, multipartUploadId, ...times })
    // Another replica may just have seen it.
    .onConflict((conflict) => conflict.columns(['key', 'multipartUploadId']).doNothing())
    .execute()
}

export async function forgetUnknown(db: Db, { key, multipartUploadId }: Name): Promise<void> {
  await db
    .deleteFrom('unknownObjects')
    .where('key', '=', key)
    .where('multipartUploadId', '=', multipartUploadId)
    .execute()
}

/** Which of these no system administrator has adopted. */
export async function withoutAdopted(db: Db, unknown: readonly Stored[]): Promise<Stored[]> {
  const isAdopted = memberOf(
    await db.selectFrom('unknownObjects').selectAll().where('adoptedAtMs', 'is not', null).execute(),
  )
  return unknown.filter((stored) => !isAdopted(stored))
}

/** Which of these have been unknown for long enough. */
export async function findOverdue(
  db: Db,
  unknown: readonly Stored[],
  nowMs: number,
): Promise<(Stored & { firstSeenAtMs: number })[]> {
  const rows = await db
    .selectFrom('unknownObjects')
    .selectAll()
    .where('firstSeenAtMs', '<=', nowMs - unknownKeptMs)
    .execute()
  const times = new Map(rows.map((row) => [nameOf(row), row.firstSeenAtMs]))
  return unknown.flatMap((stored) => {
    const firstSeenAtMs = times.get(nameOf(stored))
    return firstSeenAtMs === undefined ? [] : [{ ...stored, firstSeenAtMs }]
  })
}

function memberOf(names: readonly Name[]): (name: Name) => boolean {
  const known = new Set(names.map(nameOf))
  return (name) => known.has(nameOf(name))
}

const nameOf = ({ key, multipartUploadId }: Name) => `${key} ${multipartUploadId}`
