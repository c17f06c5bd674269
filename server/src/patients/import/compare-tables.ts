import { type ImportPreview, type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { listRowsAfter } from '../store.ts'
import type { PatientRow } from './read-patients.ts'
import type { PatientValue } from './read-value.ts'

const listedChanges = 100
const rowsAtOnce = 2_000

type Comparison = Pick<ImportPreview, 'rowsNow' | 'added' | 'changed' | 'unchanged' | 'removed' | 'changes'>

/** Compares the new rows with the shown table by member ID. @param tableId undefined when no table is shown */
export async function compareTables(
  db: Kysely<Tables>,
  tableId: string | undefined,
  rows: readonly PatientRow[],
): Promise<Comparison> {
  const newRows = new Map(rows.map((row) => [row[0], row]))
  const result: Comparison = { rowsNow: 0, added: 0, changed: 0, unchanged: 0, removed: 0, changes: [] }
  for await (const row of tableId === undefined ? [] : eachRow(db, tableId)) {
    result.rowsNow += 1
    const newRow = newRows.get(row.memberId)
    if (!newRow) {
      result.removed += 1
      continue
    }
    const changes = changedColumns(row, newRow)
    if (changes.length === 0) result.unchanged += 1
    else result.changed += 1
    for (const change of changes) {
      if (result.changes.length < listedChanges) result.changes.push({ memberId: row.memberId, ...change })
    }
  }
  result.added = rows.length - result.changed - result.unchanged
  return result
}

async function* eachRow(db: Kysely<Tables>, tableId: string) {
  for (let position = 0; ; position += rowsAtOnce) {
    const rows = await listRowsAfter(db, tableId, position, rowsAtOnce)
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

function changedColumns(row: Record<PatientColumnKey, PatientValue>, newRow: PatientRow) {
  return patientColumns.flatMap(({ key }, index) => {
    const next = newRow[index] ?? null
    return row[key] === next ? [] : [{ column: key, now: row[key], next }]
  })
}
