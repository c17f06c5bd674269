import { PatientValues } from '@health-console/contract/patient-findings.ts'
import { type ImportPreview } from '@health-console/contract/patient-imports.ts'
import { patientColumns } from '@health-console/contract/patients.ts'
import type { Db } from '../../database/tables.ts'
import { hashRow, readHashes } from '../table/row-hashes.ts'
import { listRowsAt, type PatientTableRow } from '../table/store.ts'
import type { PatientRow } from '../reading/read-patients.ts'

const listedChanges = 100

type Comparison = Pick<
  ImportPreview,
  'rowsNow' | 'added' | 'changed' | 'unchanged' | 'removed' | 'changes' | 'findings' | 'changedColumns' | 'firstRows'
>

/** Compares the new rows with the shown table by member ID. @param tableId undefined when no table is shown */
export async function compareTables(
  db: Db,
  tableId: string | undefined,
  rows: readonly PatientRow[],
): Promise<Comparison> {
  const result: Comparison = {
    rowsNow: 0,
    added: rows.length,
    changed: 0,
    unchanged: 0,
    removed: 0,
    changes: [],
    findings: [],
    changedColumns: [],
    firstRows: rows
      .slice(0, 5)
      .map(toValues)
      .map((next) => ({ memberId: next.memberId, now: null, next })),
  }
  if (tableId === undefined) return result

  const newRows = new Map(rows.map((row) => [row[0], row]))
  const changedPositions: number[] = []
  for await (const hashes of readHashes(db, tableId)) {
    for (const { memberId, hash } of hashes) {
      result.rowsNow += 1
      const newRow = newRows.get(memberId)
      if (!newRow) result.removed += 1
      else if (hash === hashRow(newRow)) result.unchanged += 1
      else {
        result.changed += 1
        // Each of them has a change or more.
        if (changedPositions.length < listedChanges) changedPositions.push(result.rowsNow)
      }
    }
  }
  result.added -= result.changed + result.unchanged
  const changedRows = await listRowsAt(db, tableId, changedPositions)
  result.changes = changedRows.flatMap((row) => changesOf(row, newRows.get(row.memberId) ?? [])).slice(0, listedChanges)
  return result
}

function toValues(row: PatientRow): PatientValues {
  return PatientValues.parse(Object.fromEntries(patientColumns.map(({ key }, index) => [key, row[index] ?? null])))
}

function changesOf(row: PatientTableRow, newRow: PatientRow): Comparison['changes'] {
  return patientColumns.flatMap(({ key }, index) => {
    const [now, next = null] = [row[key], newRow[index]]
    return now === next ? [] : [{ memberId: row.memberId, column: key, now, next }]
  })
}
