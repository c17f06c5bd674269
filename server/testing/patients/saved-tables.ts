import { fileURLToPath } from 'node:url'
import type { SpreadsheetProgram } from '../spreadsheet/spreadsheet-programs.ts'
import { patientsWith, workbook } from './upload.ts'

/** The weight that is corrected in the tables that a program has saved. */
export const corrected = { memberId: '7', weight: 71.5 }

/** Invented rows, whose BMI has as many digits as a number can have. */
export const tableShown = workbook(patientsWith(219))
export const tableCorrected = workbook(patientsWith(219, { 6: { weight: corrected.weight } }))

/** The corrected table, downloaded, opened and saved by a program. */
export const savedTable = (program: SpreadsheetProgram): string =>
  fileURLToPath(new URL(`../fixtures/saved-by/${program}.xlsx`, import.meta.url))
