import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { snakeCase } from '../../../core/database/tables/snake-case.ts'
import type { Db } from '../../../core/database/tables.ts'

const columnKeys = patientColumns.map((column) => column.key)
const storedNames = columnKeys.map(snakeCase)

type Values = (string | number | null)[]

export type ShownTable = { importId: string; tableId: string; rowCount: number; appliedAtMs: number }

/** The current table; undefined before the first import. */
export async function findShownTable(db: Db): Promise<ShownTable | undefined> {
  const row = await db
    .selectFrom('patientTableState')
    .innerJoin('patientImports', 'patientImports.id', 'patientTableState.currentImportId')
    .select(['patientImports.id as importId', 'tableId', 'rowCount', 'appliedAtMs'])
    .executeTakeFirst()
  return row && { ...row, appliedAtMs: row.appliedAtMs ?? 0 }
}

/** Rows in the order of the file. */
export function listRowsAfter(db: Db, tableId: string, { offset, limit }: { offset: number; limit: number }) {
  return selectRowsAfter(db, tableId, offset, limit).execute()
}

/**
 * The values of the same rows in the order of `patientColumns`. Adding names to the values of each row would cost more
 * than reading them.
 */
async function listValuesAfter(db: Db, tableId: string, position: number, limit: number): Promise<Values[]> {
  const query = selectRowsAfter(db, tableId, position, limit).compile()
  const { rows } = await db.withoutPlugins().executeQuery<Record<string, Values[number]>>(query)
  return rows.map((row) => storedNames.map((name) => row[name] ?? null))
}

const valuesAtOnce = 2_000

/** The values of all rows of a table. */
export async function listAllValues(db: Db, tableId: string): Promise<Values[]> {
  const all: Values[] = []
  for (;;) {
    const rows = await listValuesAfter(db, tableId, all.length, valuesAtOnce)
    for (const row of rows) all.push(row)
    if (rows.length < valuesAtOnce) return all
  }
}

function selectRowsAfter(db: Db, tableId: string, position: number, limit: number) {
  // Every position has its row. With a limit instead, PostgreSQL may sort all rows that follow.
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
