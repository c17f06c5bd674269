import * as z from 'zod/mini'
import { PatientColumnKey } from './patients.ts'
import { Text } from './text.ts'

/** How cells can be read that are not plain numbers: `27,27`, `3,450`, `63 kg`, `>89`. */
export const cellReadings = ['decimal_comma', 'thousands', 'unit_in_cell', 'limit'] as const
export const CellReading = z.enum(cellReadings)
export type CellReading = z.infer<typeof CellReading>

/**
 * What a row is that is not a patient: units below the headings, the headings again, nothing but blanks, errors, 0 and FALSE,
 * values without an ID, or a row unlike the patients above it, such as a total or the name of a ward.
 */
export const rowKinds = ['units', 'headings', 'empty', 'without_id', 'unlike'] as const
export const RowKind = z.enum(rowKinds)
export type RowKind = z.infer<typeof RowKind>

const CellText = Text(500)
const Heading = Text(100)

/** Where a column of the table is in the file. */
export const ColumnAnswer = z.strictObject({
  /** The heading as the file shows it; `Weight (column F)` where two are the same, `Column F` where there is none. */
  heading: Heading,
  /** One of `unitsOf(column)`; when absent, the one that the file names, otherwise the column's own. */
  unit: z.optional(Text(20)),
  /** The column that says the unit of each value, such as `Age unit`; values without one are in `unit`. */
  unitHeading: z.optional(Heading),
  /** For a date of birth: the day that the age is counted to, `2026-03-01`. */
  countedTo: z.optional(z.iso.date()),
  /** Which half of a cell such as `120/80`. */
  half: z.optional(z.enum(['first', 'second'])),
  /** How to read cells that are not plain numbers; cells that need another reading are errors. */
  readings: z.optional(z.array(CellReading).check(z.maxLength(cellReadings.length))),
  /** Numbers that mean "missing", such as -9. */
  missing: z.optional(z.array(z.number()).check(z.maxLength(20))),
})
export type ColumnAnswer = z.infer<typeof ColumnAnswer>

/**
 * How to read a file. Everything is optional: what is not said is read as without an answer, or asked. A column that is null is
 * not in the file; a word that is null is an empty value.
 */
export const ImportAnswers = z.strictObject({
  /** The names of the sheets to join. They are joined in the order of the workbook. */
  sheets: z.optional(z.array(Text(100)).check(z.minLength(1), z.maxLength(50))),
  columns: z.optional(z.partialRecord(PatientColumnKey, z.nullable(ColumnAnswer))),
  /** By column: what the words of the file mean, `{"sex": {"1": "Male", "2": "Female"}}`. */
  words: z.optional(
    z.partialRecord(
      PatientColumnKey,
      z
        .record(CellText, z.nullable(CellText))
        .check(z.refine((words) => Object.keys(words).length <= 200, 'At most 200 words')),
    ),
  ),
  /** What to do with rows that have values and no member ID. */
  rowsWithoutId: z.optional(z.enum(['leave_out', 'reject'])),
  /** What to do with rows that are unlike the patients above them. */
  unlikeRows: z.optional(z.enum(['leave_out', 'import', 'reject'])),
  /** Which row counts where several have one member ID. */
  repeatedIds: z.optional(z.enum(['last', 'first', 'reject'])),
  /** Whether the value of merged cells counts for each of their rows. */
  fillMerged: z.optional(z.boolean()),
})
export type ImportAnswers = z.infer<typeof ImportAnswers>
