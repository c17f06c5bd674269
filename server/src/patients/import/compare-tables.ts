import { type ImportPreview, patientColumns } from '@health-console/contract/patients.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { listValuesAfter } from '../store.ts'
import type { PatientRow } from './read-patients.ts'

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
  for await (const batch of tableId === undefined ? [] : eachBatch(db, tableId)) {
    for (const row of batch) {
      result.rowsNow += 1
      const newRow = newRows.get(row[0] ?? null)
      if (!newRow) result.removed += 1
      else if (row.every((value, index) => value === newRow[index])) result.unchanged += 1
      else {
        result.changed += 1
        if (result.changes.length < listedChanges) result.changes.push(...changesOf(row, newRow))
      }
    }
  }
  result.changes.splice(listedChanges)
  result.added = rows.length - result.changed - result.unchanged
  return result
}

async function* eachBatch(db: Kysely<Tables>, tableId: string) {
  for (let position = 0; ; position += rowsAtOnce) {
    const rows = await listValuesAfter(db, tableId, position, rowsAtOnce)
    yield rows
    if (rows.length < rowsAtOnce) return
  }
}

function changesOf(row: PatientRow, newRow: PatientRow): Comparison['changes'] {
  const memberId = String(row[0])
  return patientColumns.flatMap(({ key }, index) => {
    const [now = null, next = null] = [row[index], newRow[index]]
    return now === next ? [] : [{ memberId, column: key, now, next }]
  })
}
