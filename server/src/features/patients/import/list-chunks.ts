import type { Database } from '../../../core/database/open.ts'
import type { PatientImportListsTable } from '../../../core/database/tables/patients.ts'
import type { Db } from '../../../core/database/tables.ts'
import { shortTransactions } from '../../../core/database/short-transactions.ts'

// The long lists of a preview, in the pieces in which they are stored.

export type ListChunk = Omit<PatientImportListsTable, 'importId'>

const chunksAtOnce = 8

export async function writeChunks(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  importId: string,
  chunks: Iterable<ListChunk>,
): Promise<void> {
  const write = shortTransactions(engine)
  let part: PatientImportListsTable[] = []
  const insert = () => db.insertInto('patientImportLists').values(part).execute()
  for (const chunk of chunks) {
    part.push({ importId, ...chunk })
    if (part.length < chunksAtOnce) continue
    await write(insert)
    part = []
  }
  if (part.length > 0) await write(insert)
}

/** All chunks of a list, in order. */
export async function* readChunks(db: Db, importId: string, name: string): AsyncGenerator<Uint8Array, void> {
  for (let first = 0; ; first += chunksAtOnce) {
    const chunks = await listChunks(db, importId, name, { first, last: first + chunksAtOnce - 1 })
    yield* chunks
    if (chunks.length < chunksAtOnce) return
  }
}

export async function listChunks(
  db: Db,
  importId: string,
  name: string,
  { first, last }: { first: number; last: number },
): Promise<Uint8Array[]> {
  const rows = await select(db, importId, name)
    .select('data')
    .where('chunk', '>=', first)
    .where('chunk', '<=', last)
    .orderBy('chunk')
    .execute()
  return rows.map((row) => row.data)
}

export async function findLastChunk(db: Db, importId: string, name: string): Promise<number | undefined> {
  const { last } = await select(db, importId, name)
    .select(({ fn }) => fn.max('chunk').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

/** Deletes the lists of a preview that is no longer needed. */
export async function deleteLists(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('patientImportLists').where('importId', '=', importId).execute()
}

const select = (db: Db, importId: string, name: string) =>
  db.selectFrom('patientImportLists').where('importId', '=', importId).where('name', '=', name)
