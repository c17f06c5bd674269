import type { sexes } from '@health-console/contract/patients/patients.ts'
import { createTable, type EngineName, ofAdmin } from './create-table.ts'

/** The one row that shows which table is current, and which import is running. */
export type PatientTableStateTable = {
  id: number
  /** The current entry; null before the first import. */
  currentImportId: string | null
  /** The import that may write, until its lease ends: a dead server loses it. */
  runningImportId: string | null
  leaseEndsAtMs: number
}

export type PatientImportsTable = {
  id: string
  /**
   * `reading` → `ready` → `applied`, or `asking` before it is read, or `rejected`; `dropped` is no longer visible, and its rows
   * are deleted later.
   */
  state: 'reading' | 'asking' | 'ready' | 'rejected' | 'applied' | 'dropped'
  /** The import whose rows it shows: its own, or the entry that it restored. */
  tableId: string
  /** Absent for the demo table. */
  adminId: string | null
  /** The session that sent the file; null if unknown, and for a restored table. */
  sessionId: string | null
  fileName: string
  sizeBytes: number
  sha256: string
  rowCount: number
  addedCount: number | null
  changedCount: number | null
  removedCount: number | null
  /**
   * The number of values that look wrong; null until the file is read, and for a table from before they were counted.
   */
  warningCount: number | null
  /** Why they were imported nevertheless, in one line. */
  reason: string | null
  /** When the entry that it restored was imported. */
  restoredFromMs: number | null
  /** The table that was current when the import was compared with it. */
  baseImportId: string | null
  /**
   * JSON: the progress of reading, then the changes or why the file was rejected; null once applied. If dropped, the
   * name of the file that the admin uploaded instead, for a day.
   */
  report: string | null
  /**
   * JSON: the contents found in the file, to be interpreted again with other answers; null unless it asks or is ready.
   */
  survey: string | null
  /** JSON: the answers about how to read the file; null without answers. */
  answers: string | null
  /** JSON: what the history shows about it besides the counts, and the first IDs that it added and removed. */
  summary: string | null
  createdAtMs: number
  updatedAtMs: number
  appliedAtMs: number | null
}

/** Rows never change: a table is written once, shown, and deleted as a whole. */
export type PatientsTable = {
  /** The import that wrote them. */
  tableId: string
  /** Numbers in the order of the file, from 1 without a gap. */
  position: number
  memberId: string
  subjectId: string | null
  sex: (typeof sexes)[number] | null
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
  /** Derived: the member ID as it is searched, and the sort keys of the text columns. */
  memberIdFolded: string
  memberIdKey: string
  subjectIdKey: string | null
  hypertensionKey: string | null
  diabetesKey: string | null
  cerebralInfarctionKey: string | null
  cerebrovascularDiseaseKey: string | null
}

/** The long lists of a preview, in pieces. They are deleted when the preview is confirmed or dropped. */
export type PatientImportListsTable = {
  importId: string
  name: string
  chunk: number
  data: Uint8Array
}

/**
 * The uploaded file in pieces, to be read again with answers. It is deleted with its import, or a day after that became
 * current.
 */
export type PatientImportFilesTable = {
  importId: string
  chunk: number
  data: Uint8Array
}

/** How files with the same headings were last read, without values or names. */
export type PatientLayoutsTable = {
  id: string
  /** SHA-256 of the headings. */
  headingsHash: string
  /** JSON: the answers. */
  answers: string
  /** Who answered. */
  adminId: string
  atMs: number
  /**
   * Equals `atMs` if an admin gave the answers. 1.0.0, which also remembered answers from a sheet of the file, sets only
   * `atMs`: such rows are not read, and a job deletes them.
   */
  givenAtMs: number | null
  /** JSON: the answers by the admin and the import, the newest first. */
  given: string | null
}

/** The answers that an admin gave before downloading a marked file, for the corrected file. They are kept for 30 days. */
export type PatientKeptAnswersTable = {
  adminId: string
  /** SHA-256 of the headings. */
  headingsHash: string
  /** JSON: the answers. */
  answers: string
  /** The first 8 bytes of a keyed hash of each member ID of the file, in ascending order. */
  memberIds: Uint8Array
  atMs: number
}

export function patientTables(engine: EngineName): string[] {
  const bytes = engine === 'postgres' ? 'bytea' : 'blob'
  // Compared byte by byte, as SQLite does by default.
  const byBytes = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    createTable<PatientTableStateTable>('patient_table_state', {
      id: 'integer primary key',
      currentImportId: 'text',
      runningImportId: 'text',
      leaseEndsAtMs: 'bigint not null',
    }),
    'insert into patient_table_state (id, lease_ends_at_ms) values (1, 0)',
    createTable<PatientImportsTable>('patient_imports', {
      id: 'text primary key',
      state: 'text not null',
      tableId: 'text not null',
      adminId: 'text',
      sessionId: 'text',
      fileName: 'text not null',
      sizeBytes: 'bigint not null',
      sha256: 'text not null',
      rowCount: 'integer not null',
      addedCount: 'integer',
      changedCount: 'integer',
      removedCount: 'integer',
      warningCount: 'integer',
      reason: 'text',
      restoredFromMs: 'bigint',
      baseImportId: 'text',
      report: 'text',
      createdAtMs: 'bigint not null',
      updatedAtMs: 'bigint not null',
      appliedAtMs: 'bigint',
      survey: 'text',
      answers: 'text',
      summary: 'text',
    }),
    createTable<PatientsTable>(
      'patients',
      {
        tableId: 'text not null',
        position: 'integer not null',
        memberId: 'text not null',
        subjectId: 'text',
        sex: 'text',
        age: 'double precision',
        height: 'double precision',
        weight: 'double precision',
        systolicBloodPressure: 'double precision',
        diastolicBloodPressure: 'double precision',
        bmi: 'double precision',
        hypertension: 'text',
        diabetes: 'text',
        cerebralInfarction: 'text',
        cerebrovascularDisease: 'text',
        memberIdFolded: 'text not null',
        memberIdKey: `${byBytes} not null`,
        subjectIdKey: byBytes,
        hypertensionKey: byBytes,
        diabetesKey: byBytes,
        cerebralInfarctionKey: byBytes,
        cerebrovascularDiseaseKey: byBytes,
      },
      'constraint patients_key primary key (table_id, position)',
    ),
    createTable<PatientImportListsTable>(
      'patient_import_lists',
      {
        importId: 'text not null',
        name: 'text not null',
        chunk: 'integer not null',
        data: `${bytes} not null`,
      },
      'constraint patient_import_lists_key primary key (import_id, name, chunk)',
    ),
    createTable<PatientImportFilesTable>(
      'patient_import_files',
      {
        importId: 'text not null',
        chunk: 'integer not null',
        data: `${bytes} not null`,
      },
      'constraint patient_import_files_key primary key (import_id, chunk)',
    ),
    createTable<PatientLayoutsTable>('patient_layouts', {
      id: 'text primary key',
      headingsHash: 'text not null unique',
      answers: 'text not null',
      adminId: 'text not null',
      atMs: 'bigint not null',
      givenAtMs: 'bigint',
      given: 'text',
    }),
    createTable<PatientKeptAnswersTable>(
      'patient_kept_answers',
      {
        adminId: `text not null ${ofAdmin}`,
        headingsHash: 'text not null',
        answers: 'text not null',
        memberIds: `${bytes} not null`,
        atMs: 'bigint not null',
      },
      'constraint patient_kept_answers_key primary key (admin_id, headings_hash)',
    ),
  ]
}
