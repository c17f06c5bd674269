import type { Db } from '../../database/tables.ts'
import { readHashes } from '../table/row-hashes.ts'
import { listValuesAt } from '../table/store.ts'
import { changedColumnsOf } from './diff-tables.ts'

/** A row by its positions in both tables, 0 where it is in one only, and the bits of its changed columns. */
export type ListedChange = { now: number; next: number; columns: number }

export type StoredDiff = Record<'added' | 'changed' | 'removed', ListedChange[]> & { unchanged: number }

const rowsAtOnce = 1_000

/**
 * What changes from one stored table to another. Only rows with other hashes are read.
 * @param now undefined for no table
 */
export async function compareStored(db: Db, now: string | undefined, next: string): Promise<StoredDiff> {
  const left = new Map<string, { position: number; hash: string }>()
  let position = 0
  for await (const hashes of readHashes(db, next)) {
    for (const { memberId, hash } of hashes) left.set(memberId, { position: (position += 1), hash })
  }
  const diff: StoredDiff = { added: [], changed: [], removed: [], unchanged: 0 }
  const others: ListedChange[] = []
  position = 0
  for await (const hashes of now === undefined ? [] : readHashes(db, now)) {
    for (const { memberId, hash } of hashes) {
      position += 1
      const row = left.get(memberId)
      left.delete(memberId)
      if (!row) diff.removed.push({ now: position, next: 0, columns: 0 })
      else if (row.hash === hash) diff.unchanged += 1
      else others.push({ now: position, next: row.position, columns: 0 })
    }
  }
  for (const row of left.values()) diff.added.push({ now: 0, next: row.position, columns: 0 })
  for (let from = 0; from < others.length; from += rowsAtOnce) {
    for (const change of await compareRows(db, now ?? '', next, others.slice(from, from + rowsAtOnce))) {
      if (change.columns === 0) diff.unchanged += 1
      else diff.changed.push(change)
    }
  }
  return diff
}

/** Rows with other hashes may have the same values to 12 digits. */
async function compareRows(db: Db, now: string, next: string, changes: ListedChange[]): Promise<ListedChange[]> {
  const nextOrder = changes.toSorted((a, b) => a.next - b.next)
  const nowRows = await listValuesAt(
    db,
    now,
    changes.map((change) => change.now),
  )
  const nextRows = await listValuesAt(
    db,
    next,
    nextOrder.map((change) => change.next),
  )
  const nextByChange = new Map(nextOrder.map((change, index) => [change, nextRows[index]]))
  return changes.map((change, index) => {
    const [nowRow, nextRow] = [nowRows[index], nextByChange.get(change)]
    if (!nowRow || !nextRow) throw new Error('A table was deleted while it was compared')
    return { ...change, columns: changedColumnsOf(nowRow, nextRow) }
  })
}
