import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { foldText } from '@health-console/contract/values/text.ts'
import { sql } from 'kysely'
import type { Engine } from '../../../core/database/engine.ts'
import type { ReadingTask } from '../../../core/database/reading-task.ts'
import type { Db } from '../../../core/database/tables.ts'
import { isUpgradingSearch } from '../../../core/database/upgrade/search-upgrade.ts'
import { sortedBy } from './natural-order.ts'

export type PatientSelection = {
  search?: string | undefined
  sort?: PatientColumnKey | undefined
  order: 'asc' | 'desc'
}

type Connected = { db: Db; engine: Engine }
type Page = { offset: number; limit: number }
type Found = { tableId: string; search?: string | undefined }

/** The text that a search looks for; empty if it looks for nothing. */
export const needleOf = (search: string | undefined) => foldSearch(search ?? '').trim()

/**
 * The positions of the selected rows in their order: numbers by value, text in natural order, missing values last in
 * ascending and first in descending order, equal values in the order of the file.
 */
export function findPositions(
  { db, engine }: Connected,
  tableId: string,
  { search, sort, order }: PatientSelection,
  page?: Page,
): Promise<number[]> {
  return engine.readLong(db, findPositionsTask, { tableId, search, sort, order, page })
}

/** The number of rows that a search finds. */
export function countFound({ db, engine }: Connected, tableId: string, search: string): Promise<number> {
  return engine.readLong(db, countFoundTask, { tableId, search })
}

/** Sorting or searching a long table takes a while. */
export const findPositionsTask: ReadingTask<Found & PatientSelection & { page: Page | undefined }, number[]> = {
  name: 'find-patient-positions',
  read: async (db, { sort, order, page, ...searched }) => {
    const { rows: found } = await selectRows(db, searched)
    const selected = found.select('position')
    const sorted = sort
      ? selected.orderBy(sortedBy(sort), (by) => (order === 'asc' ? by.asc().nullsLast() : by.desc().nullsFirst()))
      : selected
    const inOrder = sorted.orderBy('position')
    const rows = await (page ? inOrder.limit(page.limit).offset(page.offset) : inOrder).execute()
    return rows.map(({ position }) => position)
  },
}

export const countFoundTask: ReadingTask<Found, number> = {
  name: 'count-found-patients',
  read: async (db, found) => {
    const { rows } = await selectRows(db, found)
    const counted = rows.select((select) => select.fn.countAll().as('count'))
    return Number((await counted.executeTakeFirstOrThrow()).count)
  },
}

async function selectRows(db: Db, { tableId, search }: Found) {
  const rows = db.selectFrom('patients').where('tableId', '=', tableId)
  const needle = needleOf(search)
  if (needle === '') return { rows }
  // As 1.0.0 has folded what an upgrade has not folded again yet.
  const earlier = foldText((search ?? '').trim())
  const isBoth = earlier !== needle && earlier !== '' && (await isUpgradingSearch(db, 'patients'))
  const patterns = (isBoth ? [needle, earlier] : [needle]).map((text) => `%${text.replaceAll(/[%_\\]/g, '\\$&')}%`)
  return {
    rows: rows.where(({ or, ref }) =>
      or(patterns.map((pattern) => sql<boolean>`${ref('memberIdFolded')} like ${pattern} escape '\\'`)),
    ),
  }
}
