/** The one row that says which table is shown, and which import is at work. */
export type PatientTableStateTable = {
  id: number
  /** The entry that is shown; null before the first import. */
  currentImportId: string | null
  /** The import that may write, until its lease ends: a server that died lets go by itself. */
  runningImportId: string | null
  leaseEndsAtMs: number
}

export type PatientImportsTable = {
  id: string
  /** `reading` → `ready` → `applied`, or `refused`; `dropped` is gone for everybody and waits for its rows to be deleted. */
  state: 'reading' | 'ready' | 'refused' | 'applied' | 'dropped'
  /** Whose rows it shows: its own, or those of the entry it restored. */
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
  /** When the entry that it restored was imported. */
  restoredFromMs: number | null
  /** The entry that was shown when it was compared. */
  baseImportId: string | null
  /** JSON: how far the reading is, then what it would change or why it was refused; null once applied. */
  report: string | null
  createdAtMs: number
  updatedAtMs: number
  appliedAtMs: number | null
}

/** Rows never change: a table is written once, shown, and deleted as a whole. */
export type PatientsTable = {
  /** The import that brought them. */
  tableId: string
  /** In the order of the file, from 1 without a gap. */
  position: number
  memberId: string
  subjectId: string
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

/** What is derived from a table's rows when it is written: its sort orders, and what the search looks through. */
export type PatientIndexesTable = {
  tableId: string
  name: string
  chunk: number
  data: Uint8Array
}
