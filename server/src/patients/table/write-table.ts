import type { Database } from '../../database/open.ts'
import { shortTransactions } from './short-transactions.ts'
import { deleteRowsAfter, findLastPosition } from './store.ts'
import { toTableRow } from './table-row.ts'

const rowsAtOnce = 5_000

/**
 * Writes a table that is not read yet, in many short transactions: other writers wait for at most one of them.
 * @param rows their values in the order of `patientColumns`
 */
export async function writeTable(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  tableId: string,
  rows: readonly (readonly (string | number | null)[])[],
  onProgress: (rowsWritten: number) => void = () => {},
): Promise<void> {
  const write = shortTransactions(engine)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce)
    const stored = part.map((row, index) => toTableRow(tableId, from + index + 1, row))
    await write(() => db.transaction().execute((transaction) => engine.insertMany(transaction, 'patients', stored)))
    onProgress(from + part.length)
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
