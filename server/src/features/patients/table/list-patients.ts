import { batchesOf } from '../../../core/batches.ts'
import type { Engine } from '../../../core/database/engine.ts'
import type { Db } from '../../../core/database/tables.ts'
import { countFound, findPositions, needleOf, type PatientSelection } from './find-positions.ts'
import { findShownTable, listRowsAfter, listRowsAt, type PatientTableRow, type ShownTable } from './store.ts'
import { withPauses } from '../../../core/with-pauses.ts'

type Connected = { db: Db; engine: Engine }
type Page = { offset: number; limit: number }
type PatientPage = { rows: PatientTableRow[]; totalAmount: number; shown: ShownTable | undefined }

/** How many rows are read at once if all are requested: SQLite responds synchronously, and others wait meanwhile. */
const rowsAtOnce = 1_000

/** One page of the selection, and the number of its rows. */
export async function readPage(connected: Connected, page: Page, selection: PatientSelection): Promise<PatientPage> {
  const shown = await findShownTable(connected.db)
  if (!shown) return { rows: [], totalAmount: 0, shown }
  const { tableId, rowCount } = shown
  const { search = '', sort } = selection
  const isSearch = needleOf(search) !== ''
  const [totalAmount, rows] = await Promise.all([
    isSearch ? countFound(connected, tableId, search) : rowCount,
    page.offset >= rowCount ? [] : isSearch || sort ? listSelected() : listRowsAfter(connected.db, tableId, page),
  ])
  return { rows, totalAmount, shown }

  async function listSelected() {
    return listRowsAt(connected.db, tableId, await findPositions(connected, tableId, selection, page))
  }
}

/**
 * All rows of the selection, in batches, of the table that is current at the start.
 * @throws Error if that table is deleted meanwhile
 */
export const readAll = (connected: Connected, selection: PatientSelection): AsyncGenerator<PatientTableRow[]> =>
  withPauses(readBatches(connected, selection))

async function* readBatches(connected: Connected, selection: PatientSelection): AsyncGenerator<PatientTableRow[]> {
  const shown = await findShownTable(connected.db)
  if (!shown) return
  const found = await findPositions(connected, shown.tableId, selection)
  for (const positions of batchesOf(found, rowsAtOnce)) {
    const rows = await listRowsAt(connected.db, shown.tableId, positions)
    if (rows.length < positions.length) throw new Error('The table was deleted while it was read')
    yield rows
  }
}
