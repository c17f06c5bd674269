import { patientColumns } from '@health-console/contract/patients.ts'
import type { Engine } from '../../database/engine.ts'
import type { Database } from '../../database/open.ts'
import type { PatientsTable } from '../../database/tables/patients.ts'
import { IndexQueue } from './index-queue.ts'
import { deleteIndex, deleteRowsAfter, findLastPosition, insertIndexChunks, listIndexNames } from './store.ts'
import { buildIndexes, type IndexChunk } from './table-indexes.ts'

const rowsAtOnce = 5_000

type WriteOptions = {
  /** Chunks to be kept beside the indexes. */
  further?: Iterable<IndexChunk>
  onProgress?: (rowsWritten: number) => void
}

/**
 * Writes a table that no one reads yet, in many short transactions: other writers wait for at most one of them.
 * @param rows their values in the order of `patientColumns`
 */
export async function writeTable(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  tableId: string,
  rows: readonly (readonly (string | number | null)[])[],
  { further = [], onProgress = () => {} }: WriteOptions = {},
): Promise<void> {
  const indexes = new IndexQueue(chain(buildIndexes(rows), further))
  const write = createShortTransactions(engine)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce)
    const named = part.map((row, index) => toTableRow(tableId, from + index + 1, row))
    const isLast = from + rowsAtOnce >= rows.length
    // A small table is one transaction.
    const chunks = isLast ? indexes.take() : []
    const written = write(() =>
      db.transaction().execute(async (transaction) => {
        await engine.insertMany(transaction, 'patients', named)
        await insertIndexChunks(transaction, tableId, chunks)
      }),
    )
    await indexes.sortDuring(written)
    onProgress(from + part.length)
  }
  for (let chunks = indexes.take(); chunks.length > 0; chunks = indexes.take()) {
    const part = chunks
    await indexes.sortDuring(write(() => insertIndexChunks(db, tableId, part)))
  }
}

function* chain<T>(...parts: Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part
}

/** Deletes the rows and indexes of a table that no one reads any more. */
export async function deleteTable({ db, engine }: Pick<Database, 'db' | 'engine'>, tableId: string): Promise<void> {
  const write = createShortTransactions(engine)
  const lastPosition = await findLastPosition(db, tableId)
  for (let position = 0; position < lastPosition; position += rowsAtOnce) {
    await write(() => deleteRowsAfter(db, tableId, position, rowsAtOnce))
  }
  for (const name of await listIndexNames(db, tableId)) await write(() => deleteIndex(db, tableId, name))
}

/** Runs one transaction after the other and pauses between them, so that others can write. */
function createShortTransactions(engine: Engine): (work: () => Promise<unknown>) => Promise<void> {
  let pause = Promise.resolve()
  return async (work) => {
    await pause
    const startedAt = performance.now()
    await work()
    pause = engine.yieldWriteLock(performance.now() - startedAt)
    // The next transaction throws it.
    pause.catch(() => {})
  }
}

/** The stored form of a row. @param row its values in the order of `patientColumns` */
export function toTableRow(tableId: string, position: number, row: readonly (string | number | null)[]): PatientsTable {
  const stored: Record<string, string | number | null> = { tableId, position }
  for (const [index, { key }] of patientColumns.entries()) stored[key] = row[index] ?? null
  return stored as PatientsTable
}
