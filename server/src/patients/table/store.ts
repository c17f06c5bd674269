import type { CompiledQuery } from 'kysely'
import { patientColumns } from '@health-console/contract/patients.ts'
import type { PatientIndexesTable } from '../../database/tables/patients.ts'
import { snakeCase } from '../../database/tables/snake-case.ts'
import type { Db } from '../../database/tables.ts'

const columnKeys = patientColumns.map((column) => column.key)
const storedNames = columnKeys.map(snakeCase)

export type ShownTable = { importId: string; tableId: string; rowCount: number; appliedAtMs: number }

/** The table that is shown; undefined before the first import. */
export async function findShownTable(db: Db): Promise<ShownTable | undefined> {
  const row = await db
    .selectFrom('patientTableState')
    .innerJoin('patientImports', 'patientImports.id', 'patientTableState.currentImportId')
    .select(['patientImports.id as importId', 'tableId', 'rowCount', 'appliedAtMs'])
    .executeTakeFirst()
  return row && { ...row, appliedAtMs: row.appliedAtMs ?? 0 }
}

/** Rows in the order of the file. @param position of the row before the first */
export function listRowsAfter(db: Db, tableId: string, position: number, limit: number) {
  return selectRowsAfter(db, tableId, position, limit).execute()
}

/** The values of the same rows in the order of `patientColumns`. */
export function listValuesAfter(db: Db, tableId: string, position: number, limit: number) {
  return readValues(db, selectRowsAfter(db, tableId, position, limit))
}

/** The values of the rows at these ascending positions, in the order of `patientColumns`. */
export function listValuesAt(db: Db, tableId: string, positions: readonly number[]) {
  return readValues(
    db,
    db
      .selectFrom('patients')
      .select(columnKeys)
      .where('tableId', '=', tableId)
      .where('position', 'in', positions)
      .orderBy('position'),
  )
}

/** Naming the values of each row costs more than reading them. */
async function readValues(db: Db, query: { compile(): CompiledQuery }): Promise<(string | number | null)[][]> {
  const { rows } = await db.withoutPlugins().executeQuery<Record<string, string | number | null>>(query.compile())
  return rows.map((row) => storedNames.map((name) => row[name] ?? null))
}

function selectRowsAfter(db: Db, tableId: string, position: number, limit: number) {
  // Every position has its row. With a limit instead, PostgreSQL may sort all that follow.
  return db
    .selectFrom('patients')
    .select(columnKeys)
    .where('tableId', '=', tableId)
    .where('position', '>', position)
    .where('position', '<=', position + limit)
    .orderBy('position')
}

/** The rows at these positions, in the order of the positions. */
export async function listRowsAt(db: Db, tableId: string, positions: readonly number[]) {
  if (positions.length === 0) return []
  const rows = await db
    .selectFrom('patients')
    .select(['position', ...columnKeys])
    .where('tableId', '=', tableId)
    .where('position', 'in', positions)
    .execute()
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return positions.map((position) => byPosition.get(position)).filter((row) => row !== undefined)
}

export type PatientTableRow = Awaited<ReturnType<typeof listRowsAfter>>[number]

/** The chunks `first` to `last` of an index, in order. */
export async function listIndexChunks(
  db: Db,
  tableId: string,
  name: string,
  first: number,
  last: number,
): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('patientIndexes')
    .select('data')
    .where('tableId', '=', tableId)
    .where('name', '=', name)
    .where('chunk', '>=', first)
    .where('chunk', '<=', last)
    .orderBy('chunk')
    .execute()
  return rows.map((row) => row.data)
}

export async function findLastChunk(db: Db, tableId: string, name: string): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('patientIndexes')
    .select((select) => select.fn.max('chunk').as('last'))
    .where('tableId', '=', tableId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

/** All chunks of an index, in order. */
export async function* readIndexChunks(db: Db, tableId: string, name: string): AsyncGenerator<Uint8Array, void> {
  const atOnce = 8
  for (let first = 0; ; first += atOnce) {
    const chunks = await listIndexChunks(db, tableId, name, first, first + atOnce - 1)
    yield* chunks
    if (chunks.length < atOnce) return
  }
}

export async function insertIndexChunks(
  db: Db,
  tableId: string,
  chunks: readonly Omit<PatientIndexesTable, 'tableId'>[],
): Promise<void> {
  if (chunks.length === 0) return
  const rows = chunks.map((chunk) => ({ tableId, ...chunk }))
  await db.insertInto('patientIndexes').values(rows).execute()
}

export async function listIndexNames(db: Db, tableId: string): Promise<string[]> {
  const indexes = await db
    .selectFrom('patientIndexes')
    .select('name')
    .distinct()
    .where('tableId', '=', tableId)
    .execute()
  return indexes.map(({ name }) => name)
}

export async function deleteIndex(db: Db, tableId: string, name: string): Promise<void> {
  await db.deleteFrom('patientIndexes').where('tableId', '=', tableId).where('name', '=', name).execute()
}

/** @returns 0 for a table without rows */
export async function findLastPosition(db: Db, tableId: string): Promise<number> {
  const { last } = await db
    .selectFrom('patients')
    .select((select) => select.fn.max('position').as('last'))
    .where('tableId', '=', tableId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Deletes up to `limit` rows after a position. */
export async function deleteRowsAfter(db: Db, tableId: string, position: number, limit: number): Promise<void> {
  await db
    .deleteFrom('patients')
    .where('tableId', '=', tableId)
    .where('position', '>', position)
    .where('position', '<=', position + limit)
    .execute()
}
