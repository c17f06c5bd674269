import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { searchKey } from './natural-order.ts'
import { findShownTable, listRowsAfter, listRowsAt, type PatientRecord, type ShownTable } from './store.ts'
import { readOrder, readSearchedIds, readWholeOrder, type SortOrder } from './table-indexes.ts'

export type PatientQuery = {
  page: number
  search?: string | undefined
  sort?: PatientColumnKey | undefined
  order: SortOrder
}

export type PatientPage = { rows: PatientRecord[]; totalAmount: number; shown: ShownTable | undefined }

/** Returns a function that reads one page. It caches the member ids of the last table that was searched. */
export function createPatientList(db: Kysely<Tables>, pageSize: number) {
  let searched: { tableId: string; ids: Promise<string[]> } | undefined

  // A table never changes, so the cache cannot be stale.
  function searchedIds(tableId: string): Promise<string[]> {
    if (searched?.tableId === tableId) return searched.ids
    const ids = readSearchedIds(db, tableId)
    searched = { tableId, ids }
    ids.catch(() => (searched = undefined))
    return ids
  }

  return async function listPatients({ page, search = '', sort, order }: PatientQuery): Promise<PatientPage> {
    const shown = await findShownTable(db)
    if (!shown) return { rows: [], totalAmount: 0, shown }
    const { tableId, rowCount } = shown
    const offset = (page - 1) * pageSize
    const needle = searchKey(search.trim())
    if (needle !== '') {
      const matches = findMatches(await searchedIds(tableId), needle)
      const positions = sort
        ? await sortMatches(db, tableId, { sort, order }, matches, offset + pageSize)
        : matches.positions
      const rows = await listRowsAt(db, tableId, positions.slice(offset, offset + pageSize))
      return { rows, totalAmount: matches.positions.length, shown }
    }
    if (offset >= rowCount) return { rows: [], totalAmount: rowCount, shown }
    const rows = sort
      ? await listRowsAt(db, tableId, await readOrder(db, tableId, { sort, order }, offset, pageSize))
      : await listRowsAfter(db, tableId, offset, pageSize)
    return { rows, totalAmount: rowCount, shown }
  }
}

type Matches = { positions: number[]; isMatch: Uint8Array }

function findMatches(ids: readonly string[], needle: string): Matches {
  const positions: number[] = []
  const isMatch = new Uint8Array(ids.length + 1)
  for (const [index, id] of ids.entries()) {
    if (!id.includes(needle)) continue
    positions.push(index + 1)
    isMatch[index + 1] = 1
  }
  return { positions, isMatch }
}

/** The first `length` matches in sort order. */
async function sortMatches(
  db: Kysely<Tables>,
  tableId: string,
  by: { sort: PatientColumnKey; order: SortOrder },
  { positions, isMatch }: Matches,
  length: number,
): Promise<number[]> {
  const wanted = Math.min(length, positions.length)
  const sorted: number[] = []
  for await (const chunk of readWholeOrder(db, tableId, by)) {
    for (const position of chunk) if (isMatch[position] === 1) sorted.push(position)
    if (sorted.length >= wanted) break
  }
  return sorted
}
