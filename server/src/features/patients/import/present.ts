import { shownName } from '@health-console/contract/values/text.ts'
import type { PatientImport, PatientImportEntry } from '@health-console/contract/patients/imports.ts'
import type { EntryRow, ImportRow } from './store.ts'
import { presentSummary } from './summary.ts'

export function presentEntry(row: EntryRow): PatientImportEntry {
  return {
    id: row.id,
    appliedAt: isoTime(row.appliedAtMs ?? 0),
    isCurrent: row.currentImportId !== null,
    admin:
      row.adminId === null
        ? null
        : {
            id: row.adminId,
            fullName: shownName(row.adminFullName ?? '', row.adminEmail ?? ''),
            email: row.adminEmail ?? '',
          },
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    rows: row.rowCount,
    added: row.addedCount,
    changed: row.changedCount,
    removed: row.removedCount,
    warningCount: row.warningCount,
    reason: row.reason,
    ...presentSummary(row.summary),
    restoredFrom: row.restoredFromMs === null ? null : isoTime(row.restoredFromMs),
  }
}

/** The report has the form that its state requires. */
export function presentImport(row: ImportRow): PatientImport {
  const file = { id: row.id, fileName: row.fileName, sizeBytes: row.sizeBytes, createdAt: isoTime(row.createdAtMs) }
  const report = row.report === null ? undefined : JSON.parse(row.report)
  switch (row.state) {
    case 'reading':
      return { ...file, state: 'reading', ...report }
    case 'ready':
      return { ...file, state: 'ready', ...report }
    case 'asking':
      return { ...file, state: 'asking', ...report }
    case 'rejected':
      return { ...file, state: 'rejected', ...report }
    case 'applied':
      return { ...file, state: 'applied' }
  }
}

const isoTime = (ms: number) => new Date(ms).toISOString()
