import * as z from 'zod/mini'
import { StaffMember } from './admins.ts'
import { endpoint } from './http/endpoint.ts'
import { ListedCell, listedErrors } from './errors.ts'
import { PageMeta, PageNumber } from './http/paging.ts'
import { ImportAnswers } from './patient-answers.ts'
import { ChangeKind, ColumnChange, ImportFinding, ImportWarning, PatientChange } from './patient-findings.ts'
import { ImportReading } from './patient-questions.ts'
import { PatientColumnKey, patientsTableName, xlsxType } from './patients.ts'
import { Id, Line, Reason, SearchText } from './values/text.ts'

/** What would change in the table, by member ID. */
export const ImportPreview = z.object({
  sheetName: z.string(),
  headerRow: z.int(),
  /** The number of columns with a heading in the file, and the headings that match no column of the table. */
  columnCount: z.int(),
  ignoredColumns: z.array(z.string()),
  /** Columns of the table that the file does not have. */
  missingColumns: z.array(PatientColumnKey),
  rowsNow: z.int(),
  rowsInFile: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  /**
   * More than a third of the rows would change or be removed, or a finding requires it: confirming needs
   * `acceptRemoval`.
   */
  needsConfirmation: z.boolean(),
  /**
   * The number of values that look wrong but can be imported, and the first of them.
   */
  warningCount: z.int(),
  warnings: z.array(ListedCell),
  /** The findings about whole columns or the whole file. */
  findings: z.array(ImportFinding),
  /** The columns with changed values, most changed rows first. */
  changedColumns: z.array(ColumnChange),
  /** The first rows of the file as they would be imported, each with the row that it changes. */
  firstRows: z.array(PatientChange),
  /** The first changed values in the order of the table. */
  changes: z.array(
    z.object({
      memberId: z.string(),
      column: PatientColumnKey,
      now: z.nullable(z.union([z.string(), z.number()])),
      next: z.nullable(z.union([z.string(), z.number()])),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const importFile = { id: z.string(), fileName: z.string(), sizeBytes: z.int(), createdAt: z.string() }

/** A file that is being imported. */
export const PatientImport = z.discriminatedUnion('state', [
  z.object({
    ...importFile,
    state: z.literal('reading'),
    step: z.enum(['reading', 'comparing', 'storing']),
    rowsRead: z.int(),
    /** The progress of the step, from 0 to 1. */
    fraction: z.number(),
  }),
  /** The file was read, but something is uncertain: answer with `answerPatientImport`. */
  z.object({ ...importFile, state: z.literal('asking'), reading: ImportReading }),
  /** `reading` describes how the file was read; it can be answered again. */
  z.object({ ...importFile, state: z.literal('ready'), reading: ImportReading, preview: ImportPreview }),
  z.object({
    ...importFile,
    state: z.literal('rejected'),
    error: z.object({ code: z.string(), message: z.string(), ...listedErrors }),
    /** How the file was read, present if other answers may help: it can be answered again. */
    reading: z.nullable(ImportReading),
  }),
  z.object({ ...importFile, state: z.literal('applied') }),
])
export type PatientImport = z.infer<typeof PatientImport>

/** A table that is or was in use. */
export const PatientImportEntry = z.object({
  id: z.string(),
  /** ISO 8601, UTC: when it replaced the previous table. */
  appliedAt: z.string(),
  /** Whether it is the current table. */
  isCurrent: z.boolean(),
  /** Who imported it; absent for the demo table. */
  admin: z.nullable(StaffMember),
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  rows: z.int(),
  /** Changes from the previous table, by member ID; null for a restored table. */
  added: z.nullable(z.int()),
  changed: z.nullable(z.int()),
  removed: z.nullable(z.int()),
  /** The number of values that looked wrong; unknown for tables imported before these were counted. */
  warningCount: z.nullable(z.int()),
  /** Why it was imported despite findings about whole columns, as entered by the admin who confirmed it. */
  reason: z.nullable(z.string()),
  /** The sheets that were read; null, like the next two, for tables imported before these were stored. */
  sheetNames: z.nullable(z.array(z.string())),
  /** How the file was read, where this was not clear from the file itself. */
  answers: z.nullable(ImportAnswers),
  /** The findings about whole columns. */
  findings: z.nullable(z.array(z.pick(ImportFinding, { title: true, detail: true }))),
  /** For a restored table: when the original was imported. */
  restoredFrom: z.nullable(z.string()),
})
export type PatientImportEntry = z.infer<typeof PatientImportEntry>

const OneEntry = z.object({ data: PatientImportEntry })
const ById = z.strictObject({ id: Id })

/** The parts of the form may be sent in any order. */
const spreadsheetForm = {
  fileType: xlsxType,
  fields: z.strictObject({ name: z.literal(patientsTableName), answers: z.optional(ImportAnswers) }),
}

export const replacePatients = endpoint({
  name: 'replacePatients',
  method: 'PUT',
  path: '/v1/hospital-patients',
  summary: 'Replace the whole table with a spreadsheet in one step',
  form: spreadsheetForm,
  /**
   * The file contains the findings, beside the row of the headings, and the first values that look wrong. This endpoint
   * imports them without confirmation.
   */
  response: z.object({ data: z.extend(PatientImportEntry, { warnings: z.array(ListedCell) }) }),
})

export const preparePatientImport = endpoint({
  name: 'preparePatientImport',
  method: 'POST',
  path: '/v1/patient-imports/preparation',
  summary: 'Announce that a spreadsheet is about to be uploaded, so that the server is ready to read it (optional)',
  status: 204,
})

export const createPatientImport = endpoint({
  name: 'createPatientImport',
  method: 'POST',
  path: '/v1/patient-imports',
  summary: 'Upload a spreadsheet to see what it would change',
  form: spreadsheetForm,
  status: 202,
  response: z.object({ data: PatientImport }),
})

export const getPatientImport = endpoint({
  name: 'getPatientImport',
  method: 'GET',
  path: '/v1/patient-imports/{id}',
  summary: 'The progress of one of your imports, then its preview or the reason why it was rejected',
  params: ById,
  response: z.object({ data: PatientImport }),
})

export const answerPatientImport = endpoint({
  name: 'answerPatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/answers',
  summary: 'Answer the questions about one of your imports: the file is read again, or more is asked',
  params: ById,
  body: ImportAnswers,
  status: 202,
  response: z.object({ data: PatientImport }),
})

const changesQuery = {
  kind: ChangeKind,
  page: z._default(PageNumber, 1),
  search: z.optional(SearchText),
  /** Only rows whose value in this column changes. */
  column: z.optional(PatientColumnKey),
}

export const listImportChanges = endpoint({
  name: 'listImportChanges',
  method: 'GET',
  path: '/v1/patient-imports/{id}/changes',
  summary: 'One page of the rows that one of your imports adds, changes or removes',
  params: ById,
  query: z.strictObject(changesQuery),
  response: z.object({ data: z.object({ data: z.array(PatientChange), meta: PageMeta }) }),
})

export const listImportWarnings = endpoint({
  name: 'listImportWarnings',
  method: 'GET',
  path: '/v1/patient-imports/{id}/warnings',
  summary: 'One page of the values that look wrong in one of your imports, of the first 100,000',
  params: ById,
  query: z.strictObject({ page: z._default(PageNumber, 1), finding: z.optional(Id) }),
  response: z.object({ data: z.object({ data: z.array(ImportWarning), meta: PageMeta }) }),
})

export const downloadMarkedFile = endpoint({
  name: 'downloadMarkedFile',
  method: 'GET',
  path: '/v1/patient-imports/{id}/marked-file',
  summary:
    'The rows of your file with their errors and warnings marked, as an .xlsx that can be imported once corrected',
  params: ById,
  download: [xlsxType],
})

export const forgetKeptAnswers = endpoint({
  name: 'forgetKeptAnswers',
  method: 'DELETE',
  path: '/v1/patient-imports/{id}/kept-answers',
  summary: 'Forget the answers that you gave before downloading a marked file with the headings of this import',
  params: ById,
  status: 204,
})

export const forgetPatientLayout = endpoint({
  name: 'forgetPatientLayout',
  method: 'DELETE',
  path: '/v1/patient-layouts/{id}',
  summary: 'Forget how files with these headings were read',
  params: ById,
  status: 204,
})

/** Why whole columns are correct although a finding questions them: one line, saved in the history. */
const ImportReason = Line(200).check(z.minLength(1, 'Explain in one line why the file is correct'))

export const confirmPatientImport = endpoint({
  name: 'confirmPatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/confirm',
  summary: 'Replace the table with one of your imports that is ready',
  params: ById,
  body: z.strictObject({ acceptRemoval: z.optional(z.boolean()), reason: z.optional(ImportReason) }),
  response: OneEntry,
})

export const cancelPatientImport = endpoint({
  name: 'cancelPatientImport',
  method: 'DELETE',
  path: '/v1/patient-imports/{id}',
  summary: 'Stop or discard one of your imports before it replaces the table',
  params: ById,
  status: 204,
})

export const listPatientImports = endpoint({
  name: 'listPatientImports',
  method: 'GET',
  path: '/v1/patient-imports',
  summary: 'The stored tables, newest first',
  response: z.object({ data: z.array(PatientImportEntry) }),
})

export const getImportedIds = endpoint({
  name: 'getImportedIds',
  method: 'GET',
  path: '/v1/patient-imports/{id}/ids',
  summary: 'The first 1,000 member IDs that a stored table added and removed when it was imported',
  params: ById,
  response: z.object({ data: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }) }),
})

export const restorePatientImport = endpoint({
  name: 'restorePatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/restore',
  summary: 'Restore a stored table as a new entry',
  params: ById,
  response: OneEntry,
})

export const deletePatientImport = endpoint({
  name: 'deletePatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/deletion',
  summary: 'Delete a stored table that is not current, with all entries that restored it',
  params: ById,
  body: z.strictObject({ reason: Reason }),
  status: 204,
})
