import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { batchesOf } from '../../../core/batches.ts'
import type { Database } from '../../../core/database/open.ts'
import { shortTransactions } from '../../../core/database/short-transactions.ts'
import type { PatientsTable } from '../../../core/database/tables/patients.ts'
import { deleteRowsAfter, findLastPosition } from './store.ts'
import { naturalKey, naturalKeyOf } from './natural-order.ts'

type Value = string | number | null

const rowsAtOnce = 5_000

const columns = patientColumns.map(({ key }) => ({ key, sortKey: naturalKeyOf(key) }))

/** The stored form of a row. @param row its values in the order of `patientColumns` */
export function toTableRow(tableId: string, position: number, row: readonly Value[]): PatientsTable {
  const stored: Record<string, Value> = { tableId, position, memberIdFolded: foldSearch(String(row[0])) }
  for (const [index, { key, sortKey }] of columns.entries()) {
    const value = row[index] ?? null
    stored[key] = value
    if (sortKey !== undefined) stored[sortKey] = value === null ? null : naturalKey(String(value))
  }
  return stored as PatientsTable
}

/**
 * Writes a table that is not read yet, in many short transactions: other writers wait for at most one of them.
 * @param rows their values in the order of `patientColumns`
 */
export async function writeTable(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  tableId: string,
  rows: readonly (readonly Value[])[],
  onProgress: (rowsWritten: number) => void = () => {},
): Promise<void> {
  const write = shortTransactions(engine)
  let written = 0
  for (const batch of batchesOf(rows, rowsAtOnce)) {
    const stored = batch.map((row, index) => toTableRow(tableId, written + index + 1, row))
    await write(() => db.transaction().execute((transaction) => engine.insertMany(transaction, 'patients', stored)))
    written += batch.length
    onProgress(written)
  }
}

/** Deletes the rows of a table that is no longer read. */
export async function deleteTable({ db, engine }: Pick<Database, 'db' | 'engine'>, tableId: string): Promise<void> {
  const write = shortTransactions(engine)
  const lastPosition = await findLastPosition(db, tableId)
  for (let position = 0; position < lastPosition; position += rowsAtOnce) {
    await write(() => deleteRowsAfter(db, tableId, position, rowsAtOnce))
  }
}
