import * as z from 'zod/mini'
import { Bytes, IsoTime, describe } from '../values/describe.ts'
import { StaffMember } from '../staff/admins.ts'
import { attachmentHeaders, endpoint } from '../http/endpoint.ts'
import { ListedCell, listedErrors } from '../errors.ts'
import { PageMeta, PageNumber } from '../http/paging.ts'
import { ImportAnswers } from './answers.ts'
import { ChangeKind, ColumnChange, ImportFinding, ImportWarning, PatientChange } from './findings.ts'
import { ImportReading } from './questions.ts'
import { PatientColumnKey, patientsTableName, xlsxType } from './patients.ts'
import { Id, Line, Reason, SearchText } from '../values/text.ts'

export const ImportPreview = describe(
  z.object({
    sheetName: describe(z.string(), 'The names of the sheets that were read.'),
    headerRow: describe(z.int(), 'The number of the row with the headings.'),
    columnCount: describe(z.int(), 'The number of columns with a heading in the file.'),
    ignoredColumns: describe(z.array(z.string()), 'The headings that match no column of the table.'),
    missingColumns: describe(z.array(PatientColumnKey), 'Columns of the table that the file does not have.'),
    rowsNow: describe(z.int(), 'How many rows the current table has.'),
    rowsInFile: describe(z.int(), 'How many rows the file has.'),
    added: describe(z.int(), 'How many rows are added.'),
    changed: describe(z.int(), 'How many rows are changed.'),
    unchanged: describe(z.int(), 'How many rows stay as they are.'),
    removed: describe(z.int(), 'How many rows are removed.'),
    needsConfirmation: describe(
      z.boolean(),
      'Confirming needs `acceptRemoval`: more than a third of the rows would change or be removed, or a finding requires it.',
    ),
    warningCount: describe(z.int(), 'The number of values that look wrong but can be imported.'),
    warnings: describe(z.array(ListedCell), 'The first of these values.'),
    findings: describe(z.array(ImportFinding), 'The findings about whole columns or the whole file.'),
    changedColumns: describe(z.array(ColumnChange), 'The columns with changed values, most changed rows first.'),
    firstRows: describe(
      z.array(PatientChange),
      'The first rows of the file as they would be imported, each with the row that it changes.',
    ),
    changes: describe(
      z.array(
        z.object({
          memberId: describe(z.string(), 'The member ID of the changed patient.'),
          column: describe(PatientColumnKey, 'The column with the changed value.'),
          now: describe(z.nullable(z.union([z.string(), z.number()])), 'The current value; null: empty.'),
          next: describe(z.nullable(z.union([z.string(), z.number()])), 'The new value; null: empty.'),
        }),
      ),
      'The first changed values in the order of the table.',
    ),
  }),
  'What would change in the table, by member ID.',
)
export type ImportPreview = z.infer<typeof ImportPreview>

const importFile = {
  id: describe(z.string(), 'The ID of the import.'),
  fileName: describe(z.string(), 'The name of the uploaded file.'),
  sizeBytes: describe(Bytes, 'The size of the uploaded file.'),
  createdAt: describe(IsoTime, 'When the file was uploaded.'),
}

export const PatientImport = describe(
  z.discriminatedUnion('state', [
    z.object({
      ...importFile,
      state: describe(z.literal('reading'), 'The file is being read.'),
      step: describe(z.enum(['reading', 'comparing', 'storing']), 'What is being done.'),
      rowsRead: describe(z.int(), 'How many rows have been read.'),
      fraction: describe(z.number(), 'The progress of the step, from 0 to 1.'),
    }),
    z.object({
      ...importFile,
      state: describe(
        z.literal('asking'),
        'The file was read, but something is uncertain: answer with `answerPatientImport`.',
      ),
      reading: describe(ImportReading, 'How the file was read, and what is uncertain.'),
    }),
    z.object({
      ...importFile,
      state: describe(z.literal('ready'), 'The file can be imported with `confirmPatientImport`.'),
      reading: describe(ImportReading, 'How the file was read; it can be answered again.'),
      preview: describe(ImportPreview, 'What would change.'),
    }),
    z.object({
      ...importFile,
      state: describe(z.literal('rejected'), 'The file cannot be imported.'),
      error: describe(
        z.object({
          code: describe(z.string(), 'A code as in the body of an error.'),
          message: describe(z.string(), 'A sentence for users.'),
          ...listedErrors,
        }),
        'Why it cannot be imported.',
      ),
      reading: describe(
        z.nullable(ImportReading),
        'How the file was read, if other answers may help: it can be answered again. Otherwise null.',
      ),
    }),
    z.object({ ...importFile, state: describe(z.literal('applied'), 'The file has replaced the table.') }),
  ]),
  'A file that is being imported.',
)
export type PatientImport = z.infer<typeof PatientImport>

export const PatientImportEntry = describe(
  z.object({
    id: describe(z.string(), 'The ID of the import.'),
    appliedAt: describe(IsoTime, 'When it replaced the previous table.'),
    isCurrent: describe(z.boolean(), 'Whether it is the current table.'),
    admin: describe(z.nullable(StaffMember), 'Who imported it; null for the demo table.'),
    fileName: describe(z.string(), 'The name of the uploaded file.'),
    sizeBytes: describe(Bytes, 'The size of the uploaded file.'),
    sha256: describe(z.string(), 'The SHA-256 of the uploaded file in hexadecimal digits.'),
    rows: describe(z.int(), 'How many patients it has.'),
    added: describe(
      z.nullable(z.int()),
      'How many patients it added to the previous table; null for a restored table.',
    ),
    changed: describe(
      z.nullable(z.int()),
      'How many patients of the previous table it changed; null for a restored table.',
    ),
    removed: describe(
      z.nullable(z.int()),
      'How many patients of the previous table it removed; null for a restored table.',
    ),
    warningCount: describe(
      z.nullable(z.int()),
      'The number of values that looked wrong; null for tables imported before these were counted.',
    ),
    reason: describe(
      z.nullable(z.string()),
      'Why it was imported despite findings about whole columns, as entered by the admin who confirmed it; null if no reason was required.',
    ),
    sheetNames: describe(
      z.nullable(z.array(z.string())),
      'The sheets that were read; null for tables imported before these were stored.',
    ),
    answers: describe(
      z.nullable(ImportAnswers),
      'How the file was read, where this was not clear from the file itself; null for tables imported before this was stored.',
    ),
    findings: describe(
      z.nullable(z.array(z.pick(ImportFinding, { title: true, detail: true }))),
      'The findings about whole columns; null for tables imported before these were stored.',
    ),
    restoredFrom: describe(
      z.nullable(IsoTime),
      'For a restored table: when the original was imported. Otherwise null.',
    ),
  }),
  'A table that is or was in use.',
)
export type PatientImportEntry = z.infer<typeof PatientImportEntry>

const OneEntry = z.object({ data: PatientImportEntry })
const ById = z.strictObject({ id: describe(Id, 'The ID of the import.') })

/** The parts of the form may be sent in any order. */
const spreadsheetForm = {
  fileType: xlsxType,
  fields: z.strictObject({
    name: describe(z.literal(patientsTableName), 'The table to replace.'),
    answers: describe(z.optional(ImportAnswers), 'How to read the file.'),
  }),
}

export const replacePatients = endpoint({
  name: 'replacePatients',
  method: 'PUT',
  path: '/v1/hospital-patients',
  summary: 'Replace the whole table with a spreadsheet in one step',
  returns: 'The new table in the history',
  form: spreadsheetForm,
  response: z.object({
    data: z.extend(PatientImportEntry, {
      warnings: describe(
        z.array(ListedCell),
        'The findings, each in the row of the headings, and the first values that look wrong. This endpoint imports them without confirmation.',
      ),
    }),
  }),
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
  returns: 'The import, which is being read',
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
  returns: 'The import, which is being read again',
  params: ById,
  body: ImportAnswers,
  status: 202,
  response: z.object({ data: PatientImport }),
})

const changesQuery = {
  kind: describe(ChangeKind, 'Which rows to list.'),
  page: describe(z._default(PageNumber, 1), 'The number of the page, starting at 1.'),
  search: describe(z.optional(SearchText), 'Only rows in which this text is found.'),
  column: describe(z.optional(PatientColumnKey), 'Only rows whose value in this column changes.'),
}

export const listImportChanges = endpoint({
  name: 'listImportChanges',
  method: 'GET',
  path: '/v1/patient-imports/{id}/changes',
  summary: 'One page of the rows that one of your imports adds, changes or removes',
  params: ById,
  query: z.strictObject(changesQuery),
  response: z.object({
    data: z.object({
      data: describe(z.array(PatientChange), 'The rows of the page.'),
      meta: describe(PageMeta, 'The position of the page in the list.'),
    }),
  }),
})

export const listImportWarnings = endpoint({
  name: 'listImportWarnings',
  method: 'GET',
  path: '/v1/patient-imports/{id}/warnings',
  summary: 'One page of the values that look wrong in one of your imports, of the first 100,000',
  params: ById,
  query: z.strictObject({
    page: describe(z._default(PageNumber, 1), 'The number of the page, starting at 1.'),
    finding: describe(z.optional(Id), 'Only the values of this finding, by its ID in the preview.'),
  }),
  response: z.object({
    data: z.object({
      data: describe(z.array(ImportWarning), 'The values of the page.'),
      meta: describe(PageMeta, 'The position of the page in the list.'),
    }),
  }),
})

export const downloadMarkedFile = endpoint({
  name: 'downloadMarkedFile',
  method: 'GET',
  path: '/v1/patient-imports/{id}/marked-file',
  summary:
    'The rows of your file with their errors and warnings marked, as an .xlsx that can be imported once corrected',
  params: ById,
  download: [xlsxType],
  headers: attachmentHeaders,
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

export const ImportReason = Line(200).check(z.minLength(1, 'Explain in one line why the file is correct'))

export const confirmPatientImport = endpoint({
  name: 'confirmPatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/confirm',
  summary: 'Replace the table with one of your imports that is ready',
  returns: 'The new table in the history',
  params: ById,
  body: z.strictObject({
    acceptRemoval: describe(
      z.optional(z.boolean()),
      'Whether you have seen how many rows change or are removed. Required if the preview has `needsConfirmation`.',
    ),
    reason: describe(
      z.optional(ImportReason),
      'Why whole columns are correct although a finding questions them: one line, saved in the history. Required if a finding has `needsReason`.',
    ),
  }),
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
  response: z.object({
    data: z.object({
      added: describe(z.array(z.string()), 'The member IDs that it added.'),
      removed: describe(z.array(z.string()), 'The member IDs that it removed.'),
    }),
  }),
})

export const restorePatientImport = endpoint({
  name: 'restorePatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/restore',
  summary: 'Restore a stored table as a new entry',
  returns: 'The new table in the history',
  params: ById,
  response: OneEntry,
})

export const deletePatientImport = endpoint({
  name: 'deletePatientImport',
  method: 'POST',
  path: '/v1/patient-imports/{id}/deletion',
  summary: 'Delete a stored table that is not current, with all entries that restored it',
  params: ById,
  body: z.strictObject({
    reason: describe(Reason, 'Why the table is deleted. Super admins see it with the entry of the audit log.'),
  }),
  status: 204,
})
