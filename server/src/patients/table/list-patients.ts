import { setImmediate } from 'node:timers/promises'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import type { Db } from '../../database/tables.ts'
import { findShownTable, listRowsAfter, listRowsAt, type PatientTableRow, type ShownTable } from './store.ts'
import { readOrder, readSearchedIds, readWholeOrder, type SortOrder } from './table-indexes.ts'

type PatientSelection = {
  search?: string | undefined
  sort?: PatientColumnKey | undefined
  order: SortOrder
}

type PatientPage = { rows: PatientTableRow[]; totalAmount: number; shown: ShownTable | undefined }

/** Rows that are read at once when all are wanted: SQLite answers synchronously, and others wait meanwhile. */
const rowsAtOnce = 1_000

/** Reads one page, or all rows. It caches the member ids of the last table that was searched. */
export function createPatientList(db: Db, pageSize: number) {
  let searched: { tableId: string; ids: Promise<string[]> } | undefined

  // A table never changes, so the cache cannot be stale.
  function searchedIds(tableId: string): Promise<string[]> {
    if (searched?.tableId === tableId) return searched.ids
    const ids = readSearchedIds(db, tableId)
    searched = { tableId, ids }
    ids.catch(() => (searched = undefined))
    return ids
  }

  async function readPage(page: number, { search = '', sort, order }: PatientSelection): Promise<PatientPage> {
    const shown = await findShownTable(db)
    if (!shown) return { rows: [], totalAmount: 0, shown }
    const { tableId, rowCount } = shown
    const offset = (page - 1) * pageSize
    const needle = foldText(search.trim())
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

  /**
   * All rows of the selection, some at a time, of the table that is shown at the start.
   * @throws Error when that table is deleted meanwhile
   */
  async function* readAll({ search = '', sort, order }: PatientSelection): AsyncGenerator<PatientTableRow[]> {
    const shown = await findShownTable(db)
    if (!shown) return
    const { tableId, rowCount } = shown
    const needle = foldText(search.trim())
    const matches = needle === '' ? undefined : findMatches(await searchedIds(tableId), needle)
    const inFileOrder = () => inParts(matches?.positions ?? Array.from({ length: rowCount }, (_, index) => index + 1))
    const parts = sort ? readWholeOrder(db, tableId, { sort, order }) : inFileOrder()
    for await (const part of parts) {
      const wanted = matches ? part.filter((position) => matches.isMatch[position] === 1) : part
      for (const positions of inParts(wanted)) {
        const rows = await listRowsAt(db, tableId, positions)
        if (rows.length < positions.length) throw new Error('The table was deleted while it was read')
        yield rows
        await setImmediate()
      }
    }
  }

  return { readPage, readAll }
}

function* inParts(positions: readonly number[]): Generator<number[]> {
  for (let from = 0; from < positions.length; from += rowsAtOnce) yield positions.slice(from, from + rowsAtOnce)
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
  db: Db,
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
