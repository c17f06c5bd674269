import type { Db } from '../../database/tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { hashRow, readHashes } from '../table/row-hashes.ts'
import { listValuesAt } from '../table/store.ts'
import type { PositionsById } from './diff-tables.ts'

const rowsAtOnce = 1_000

/**
 * All rows of a stored table in its order. A row whose hash is that of a new row with its ID is that very row; only the others
 * are read, as reading all takes many times longer. @param tableId undefined when no table is shown
 * @param positions of the new rows by member ID
 */
export async function loadShownRows(
  db: Db,
  tableId: string | undefined,
  next: readonly PatientRow[],
  positions: PositionsById,
): Promise<PatientRow[]> {
  if (tableId === undefined) return []
  const rows: (PatientRow | undefined)[] = []
  const unread: number[] = []
  for await (const hashes of readHashes(db, tableId)) {
    for (const { memberId, hash } of hashes) {
      const newRow = next[(positions.get(memberId) ?? 0) - 1]
      const isSame = newRow !== undefined && hash === hashRow(newRow)
      rows.push(isSame ? newRow : undefined)
      if (!isSame) unread.push(rows.length)
    }
  }
  for (let from = 0; from < unread.length; from += rowsAtOnce) {
    const positions = unread.slice(from, from + rowsAtOnce)
    const values = await listValuesAt(db, tableId, positions)
    for (const [index, position] of positions.entries()) rows[position - 1] = values[index]
  }
  return rows.map((row, index) => row ?? missing(index + 1))
}

function missing(position: number): never {
  throw new Error(`The shown table was deleted while it was compared: row ${position} is gone`)
}
