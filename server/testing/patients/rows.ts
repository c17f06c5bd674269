import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { type CellInput, syntheticPatients } from '../spreadsheet/synthetic-patients.ts'
import type { PatientRow } from '../../src/features/patients/reading/read-rows.ts'
import { showFirstTable } from '../../src/features/patients/show-first-table.ts'
import type { TestApp } from '../build-app.ts'

const file = { fileName: 'synthetic.xlsx', sizeBytes: 1, sha256: '0'.repeat(64) }

/** Stored rows of synthetic patients, with some values replaced. */
export function patientRows(
  count: number,
  changes: Record<number, Record<string, string | number | null>> = {},
): PatientRow[] {
  return syntheticPatients(count).map((patient, index) => {
    const values: Record<string, unknown> = {
      ...patient,
      memberId: String(index + 1),
      subjectId: textOf(patient.subjectId),
      ...changes[index],
    }
    return patientColumns.map(({ key }) => (values[key] ?? null) as string | number | null)
  })
}

function textOf(cell: CellInput): string {
  return typeof cell === 'number' || typeof cell === 'string' ? String(cell) : ''
}

/** Shows a table without an upload. */
export function showRows({ context }: TestApp, rows: readonly PatientRow[]): Promise<void> {
  const values = { file, nowMs: context.now() }
  return context.db.transaction().execute((transaction) => showFirstTable(transaction, context.engine, rows, values))
}
