import type { ImportReading } from '@health-console/contract/patient-questions.ts'

/** How a file was read that says everything itself, but for some parts. */
export const readingWith = (parts: Partial<ImportReading>): ImportReading => ({
  sheetNames: ['Ward 4'],
  headerRow: 2,
  answers: {},
  remembered: null,
  questions: [],
  fileColumns: [],
  columns: [],
  columnsLeftOut: [],
  missingWords: [],
  missingNumbers: [],
  rowsNotTaken: { rows: [], counts: {} },
  hiddenRows: 0,
  notes: [],
  ...parts,
})
