import { patientColumns } from '@health-console/contract/patients.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

const columnKeys = patientColumns.map((column) => column.key)

export type ShownTable = { importId: string; tableId: string; rowCount: number; appliedAtMs: number }

/** The table that is shown; undefined before the first import. */
export async function findShownTable(db: Kysely<Tables>): Promise<ShownTable | undefined> {
  const row = await db
    .selectFrom('patientTableState')
    .innerJoin('patientImports', 'patientImports.id', 'patientTableState.currentImportId')
    .select(['patientImports.id as importId', 'tableId', 'rowCount', 'appliedAtMs'])
    .executeTakeFirst()
  return row && { ...row, appliedAtMs: row.appliedAtMs ?? 0 }
}

/** Rows in the order of the file. @param position of the row before the first */
export function listRowsAfter(db: Kysely<Tables>, tableId: string, position: number, limit: number) {
  return db
    .selectFrom('patients')
    .select(columnKeys)
    .where('tableId', '=', tableId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** The rows at these positions, in the order of the positions. */
export async function listRowsAt(db: Kysely<Tables>, tableId: string, positions: readonly number[]) {
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

export type PatientRecord = Awaited<ReturnType<typeof listRowsAfter>>[number]
