import type { Patient, PatientImport, PatientImportEntry } from '@health-console/contract/patients.ts'
import type { PatientImportsTable } from '../database/tables/patients.ts'
import type { EntryRecord } from './import/store.ts'
import type { PatientRecord } from './store.ts'

export function presentPatient(row: PatientRecord, createdAtMs: number): Patient {
  return {
    memberId: row.memberId,
    subjectId: row.subjectId,
    sex: row.sex,
    age: row.age,
    height: row.height,
    weight: row.weight,
    systolicBloodPressure: row.systolicBloodPressure,
    diastolicBloodPressure: row.diastolicBloodPressure,
    bmi: row.bmi,
    hypertension: row.hypertension,
    diabetes: row.diabetes,
    cerebralInfarction: row.cerebralInfarction,
    cerebrovascularDisease: row.cerebrovascularDisease,
    createdAt: isoTime(createdAtMs),
  }
}

export function presentEntry(row: EntryRecord): PatientImportEntry {
  return {
    id: row.id,
    appliedAt: isoTime(row.appliedAtMs ?? 0),
    isCurrent: row.currentImportId !== null,
    admin:
      row.adminId === null ? null : { id: row.adminId, fullName: row.adminFullName ?? '', email: row.adminEmail ?? '' },
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    rows: row.rowCount,
    added: row.addedCount,
    changed: row.changedCount,
    removed: row.removedCount,
    warningCount: row.warningCount,
    reason: row.reason,
    restoredFrom: row.restoredFromMs === null ? null : isoTime(row.restoredFromMs),
  }
}

/** What a preview lacks that an earlier version of the server has written. */
const previewBeforeWarnings = { missingColumns: [], warningCount: 0, warnings: [] }

/** An import that is not dropped. The report has the shape that its state requires. */
export function presentImport(row: PatientImportsTable): PatientImport | undefined {
  const file = { id: row.id, fileName: row.fileName, sizeBytes: row.sizeBytes, createdAt: isoTime(row.createdAtMs) }
  const report = row.report === null ? undefined : JSON.parse(row.report)
  switch (row.state) {
    case 'reading':
      return { ...file, state: 'reading', ...report }
    case 'ready':
      return { ...file, state: 'ready', preview: { ...previewBeforeWarnings, ...report } }
    case 'refused':
      return { ...file, state: 'refused', error: report }
    case 'applied':
      return { ...file, state: 'applied' }
    case 'dropped':
      return undefined
  }
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
