import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Engine } from '../../database/engine.ts'
import type { SqliteValue } from '../../database/sqlite-reader.ts'
import type { Db, Tables } from '../../database/tables.ts'
import type { PositionsQuestion } from './sqlite-positions.ts'
import { sortedBy } from './table-row.ts'

export type PatientSelection = {
  search?: string | undefined
  sort?: PatientColumnKey | undefined
  order: 'asc' | 'desc'
}

type Connected = { db: Db; engine: Engine }

const sqlitePositions = new URL('./sqlite-positions.ts', import.meta.url)

/** What a search looks for; empty if it looks for nothing. */
export const needleOf = (search: string | undefined) => foldText((search ?? '').trim())

/**
 * The positions of the selected rows in their order: numbers by value, text in natural order, missing values last ascending
 * and first descending, equal values in the order of the file.
 */
export function findPositions(
  connected: Connected,
  tableId: string,
  { search, sort, order }: PatientSelection,
  page?: { offset: number; limit: number },
): Promise<number[]> {
  const selected = selectRows(connected.db, tableId, search).select('position as number')
  const sorted = sort
    ? selected.orderBy(sortedBy(sort), (by) => (order === 'asc' ? by.asc().nullsLast() : by.desc().nullsFirst()))
    : selected
  const inOrder = sorted.orderBy('position')
  return readNumbers(connected, page ? inOrder.limit(page.limit).offset(page.offset) : inOrder)
}

/** How many rows a search finds. */
export async function countFound(connected: Connected, tableId: string, search: string): Promise<number> {
  const counted = selectRows(connected.db, tableId, search).select((select) => select.fn.countAll().as('number'))
  const [count] = await readNumbers(connected, counted)
  return count ?? 0
}

function selectRows(db: Db, tableId: string, search: string | undefined) {
  const rows = db.selectFrom('patients').where('tableId', '=', tableId)
  const needle = needleOf(search)
  if (needle === '') return rows
  const pattern = `%${needle.replaceAll(/[%_\\]/g, '\\$&')}%`
  return rows.where(({ ref }) => sql<boolean>`${ref('memberIdFolded')} like ${pattern} escape '\\'`)
}

/** Sorting or searching a long table takes a while: on SQLite in the thread that reads beside the main one. */
async function readNumbers(
  { engine }: Connected,
  query: SelectQueryBuilder<Tables, 'patients', { number: string | number | bigint }>,
): Promise<number[]> {
  const { sql: text, parameters } = query.compile()
  const question: PositionsQuestion = { sql: text, parameters: parameters as SqliteValue[] }
  return engine.readLong(sqlitePositions, question, async () => {
    const rows = await query.execute()
    return rows.map(({ number }) => Number(number))
  })
}
