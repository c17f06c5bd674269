import { batchesOf } from '../../../core/batches.ts'
import type { Database } from '../../../core/database/open.ts'
import { shortTransactions } from '../../../core/database/short-transactions.ts'
import type { UnknownObjectsTable } from '../../../core/database/tables/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { Stored } from './survey-bucket.ts'

type Name = Pick<UnknownObjectsTable, 'key' | 'multipartUploadId'>

/** How long unknown objects stay in the storage, so that there is time to notice a wrong database. */
export const unknownKeptMs = 30 * 24 * 3_600_000

/** A storage of another console may have any number of unknown objects, and others wait to write meanwhile. */
const rowsAtOnce = 200

/**
 * Records unknown objects with the time when they were first seen, and deletes the rows of those that no longer exist
 * or are no longer unknown.
 * @returns those not seen before
 */
export async function noteUnknown(
  place: Pick<Database, 'db' | 'engine'>,
  unknown: readonly Stored[],
  nowMs: number,
): Promise<Stored[]> {
  const noted = await forgetOthers(place, unknown)
  const isNoted = memberOf(noted)
  const added = unknown.filter((stored) => !isNoted(stored))
  await inParts(place, added, async (transaction, part) => {
    await transaction
      .insertInto('unknownObjects')
      .values(part.map((stored) => toRow(stored, { firstSeenAtMs: nowMs, adoptedAtMs: null })))
      // Another replica may just have seen them.
      .onConflict((conflict) => conflict.columns(['key', 'multipartUploadId']).doNothing())
      .execute()
  })
  return added
}

/**
 * Called when a system administrator accepts unknown objects: they no longer count as unexpected, and their time starts
 * again. After an interruption, call it again.
 */
export async function adoptUnknown(
  place: Pick<Database, 'db' | 'engine'>,
  unknown: readonly Stored[],
  nowMs: number,
): Promise<void> {
  const times = { firstSeenAtMs: nowMs, adoptedAtMs: nowMs }
  await forgetOthers(place, unknown)
  await inParts(place, unknown, async (transaction, part) => {
    await transaction
      .insertInto('unknownObjects')
      .values(part.map((stored) => toRow(stored, times)))
      .onConflict((conflict) => conflict.columns(['key', 'multipartUploadId']).doUpdateSet(times))
      .execute()
  })
}

/** Deletes the rows of all other objects. @returns the rows before that */
async function forgetOthers(place: Pick<Database, 'db' | 'engine'>, unknown: readonly Stored[]): Promise<Name[]> {
  const noted = await place.db.selectFrom('unknownObjects').select(['key', 'multipartUploadId']).execute()
  const isUnknown = memberOf(unknown)
  const others = noted.filter((row) => !isUnknown(row))
  await inParts(place, others, async (transaction, part) => {
    for (const row of part) await forgetUnknown(transaction, row)
  })
  return noted
}

/** Writes in transactions that are short for any number of objects. */
async function inParts<Item>(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  items: readonly Item[],
  write: (transaction: Transaction, part: readonly Item[]) => Promise<void>,
): Promise<void> {
  const run = shortTransactions(engine)
  for (const batch of batchesOf(items, rowsAtOnce)) {
    await run(() => db.transaction().execute((transaction) => write(transaction, batch)))
  }
}

const toRow = (
  { key, multipartUploadId }: Stored,
  times: Pick<UnknownObjectsTable, 'firstSeenAtMs' | 'adoptedAtMs'>,
): UnknownObjectsTable => ({ key, multipartUploadId, ...times })

export async function forgetUnknown(db: Db, { key, multipartUploadId }: Name): Promise<void> {
  await db
    .deleteFrom('unknownObjects')
    .where('key', '=', key)
    .where('multipartUploadId', '=', multipartUploadId)
    .execute()
}

/** The objects among these that no system administrator has adopted. */
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
