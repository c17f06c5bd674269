/** The one row that says which table is shown, and which import is running. */
export type PatientTableStateTable = {
  id: number
  /** The entry that is shown; null before the first import. */
  currentImportId: string | null
  /** The import that may write, until its lease ends: a dead server loses it. */
  runningImportId: string | null
  leaseEndsAtMs: number
}

export type PatientImportsTable = {
  id: string
  /** `reading` → `ready` → `applied`, or `refused`; `dropped` is no longer visible, and its rows are deleted later. */
  state: 'reading' | 'ready' | 'refused' | 'applied' | 'dropped'
  /** The import whose rows it shows: its own, or the entry that it restored. */
  tableId: string
  /** Absent for the demo table. */
  adminId: string | null
  fileName: string
  sizeBytes: number
  sha256: string
  rowCount: number
  addedCount: number | null
  changedCount: number | null
  removedCount: number | null
  /** Values that look wrong; null until the file is read, and for a table from before they were counted. */
  warningCount: number | null
  /** Why they were imported nevertheless, in one line. */
  reason: string | null
  /** When the entry that it restored was imported. */
  restoredFromMs: number | null
  /** The entry that was shown when it was compared. */
  baseImportId: string | null
  /** JSON: the progress of reading, then the changes or the reason of a refusal; null once applied. */
  report: string | null
  createdAtMs: number
  updatedAtMs: number
  appliedAtMs: number | null
}

/** Rows never change: a table is written once, shown, and deleted as a whole. */
export type PatientsTable = {
  /** The import that wrote them. */
  tableId: string
  /** In the order of the file, from 1 without a gap. */
  position: number
  memberId: string
  subjectId: string | null
  sex: 'Male' | 'Female' | null
  age: number | null
  height: number | null
  weight: number | null
  systolicBloodPressure: number | null
  diastolicBloodPressure: number | null
  bmi: number | null
  hypertension: string | null
  diabetes: string | null
  cerebralInfarction: string | null
  cerebrovascularDisease: string | null
}

/** Derived from a table's rows when it is written: its sort orders and the search index. */
export type PatientIndexesTable = {
  tableId: string
  name: string
  chunk: number
  data: Uint8Array
}
