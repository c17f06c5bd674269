import { patientColumns } from '@health-console/contract/patients.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/open.ts'
import type { PatientsTable } from '../database/tables/patients.ts'
import { deleteIndex, deleteRowsAfter, findLastPosition, insertIndexChunks, listIndexNames } from './store.ts'
import { buildIndexes, type IndexChunk } from './table-indexes.ts'

const rowsAtOnce = 2_000
const indexBytesAtOnce = 1024 * 1024

/**
 * Writes a table that nobody reads yet, in many short transactions: other writers wait for at most one of them.
 * @param rows their values in the order of `patientColumns`
 */
export async function writeTable(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  tableId: string,
  rows: readonly (readonly (string | number | null)[])[],
  onProgress: (rowsWritten: number) => void = () => {},
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce)
    const named = part.map((row, index) => toPatientRecord(tableId, from + index + 1, row))
    await inShortTransaction(engine, () =>
      db.transaction().execute((transaction) => engine.insertMany(transaction, 'patients', named)),
    )
    onProgress(from + part.length)
  }
  let waiting: IndexChunk[] = []
  const writeWaiting = async () => {
    const chunks = waiting
    waiting = []
    if (chunks.length > 0) await inShortTransaction(engine, () => insertIndexChunks(db, tableId, chunks))
  }
  for (const chunk of buildIndexes(rows)) {
    waiting.push(chunk)
    if (waiting.reduce((sum, { data }) => sum + data.length, 0) >= indexBytesAtOnce) await writeWaiting()
  }
  await writeWaiting()
}

/** Deletes the rows and indexes of a table that nobody reads any more. */
export async function deleteTable({ db, engine }: Pick<Database, 'db' | 'engine'>, tableId: string): Promise<void> {
  const lastPosition = await findLastPosition(db, tableId)
  for (let position = 0; position < lastPosition; position += rowsAtOnce) {
    await inShortTransaction(engine, () => deleteRowsAfter(db, tableId, position, rowsAtOnce))
  }
  for (const name of await listIndexNames(db, tableId)) {
    await inShortTransaction(engine, () => deleteIndex(db, tableId, name))
  }
}

async function inShortTransaction(engine: Engine, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  await engine.yieldWriteLock(performance.now() - startedAt)
}

/** The stored form of a row. @param row its values in the order of `patientColumns` */
export function toPatientRecord(
  tableId: string,
  position: number,
  row: readonly (string | number | null)[],
): PatientsTable {
  const record: Record<string, string | number | null> = { tableId, position }
  for (const [index, { key }] of patientColumns.entries()) record[key] = row[index] ?? null
  return record as PatientsTable
}
