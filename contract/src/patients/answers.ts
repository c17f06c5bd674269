import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { bodiesAsTheyAre, bodyReadings } from './units.ts'
import { PatientColumnKey } from './patients.ts'
import { PastDay } from '../values/past-days.ts'
import { Text } from '../values/text.ts'

/** How cells that are not plain numbers can be interpreted: `27,27`, `3,450`, `63 kg`, `>89`. */
export const cellReadings = ['decimal_comma', 'thousands', 'unit_in_cell', 'limit'] as const
export const CellReading = z.enum(cellReadings)
export type CellReading = z.infer<typeof CellReading>

/**
 * What a row is if it is not a patient: units below the headings, repeated headings, only blanks, errors, 0 and FALSE,
 * values without an ID, or a row unlike the patients above it, such as a total or the name of a ward.
 */
export const rowKinds = ['units', 'headings', 'empty', 'without_id', 'unlike'] as const
export const RowKind = z.enum(rowKinds)
export type RowKind = z.infer<typeof RowKind>

const CellText = Text(500)
const Heading = Text(100)

export const ColumnAnswer = describe(
  z.strictObject({
    heading: describe(
      Heading,
      'The heading as the file shows it; `Weight (column F)` if two headings are the same, `Column F` if there is none.',
    ),
    unit: describe(
      z.optional(Text(20)),
      "The unit of the values, such as `lb`. Absent: the unit that the file specifies, otherwise the column's own.",
    ),
    unitHeading: describe(
      z.optional(Heading),
      'The heading of the column with the unit of each value, such as `Age unit`; values without one are in `unit`.',
    ),
    countedTo: describe(z.optional(PastDay), 'For a date of birth: the day for which the age is calculated.'),
    half: describe(z.optional(z.enum(['first', 'second'])), 'Which half of a cell such as `120/80`.'),
    readings: describe(
      z.optional(z.array(CellReading).check(z.maxLength(cellReadings.length))),
      'How to interpret cells that are not plain numbers; all other such cells are errors.',
    ),
    missing: describe(
      z.optional(z.array(z.number()).check(z.maxLength(20))),
      'Numbers that mean "missing", such as -9.',
    ),
  }),
  'Where a column of the table is in the file.',
)
export type ColumnAnswer = z.infer<typeof ColumnAnswer>

export const ImportAnswers = describe(
  z.strictObject({
    sheets: describe(
      z.optional(z.array(Text(100)).check(z.minLength(1), z.maxLength(50))),
      'The names of the sheets to join. They are joined in the order of the workbook.',
    ),
    columns: describe(
      z.optional(z.partialRecord(PatientColumnKey, z.nullable(ColumnAnswer))),
      'Where each column is. Null: not in the file.',
    ),
    words: describe(
      z.optional(
        z.partialRecord(
          PatientColumnKey,
          z
            .record(CellText, z.nullable(CellText))
            .check(z.refine((words) => Object.keys(words).length <= 200, 'At most 200 values')),
        ),
      ),
      'By column: the meaning of each value of the file, `{"sex": {"1": "Male", "2": "Female"}}`. Null: empty.',
    ),
    rowsWithoutId: describe(
      z.optional(z.enum(['leave_out', 'reject'])),
      'What to do with rows that have values but no member ID.',
    ),
    unlikeRows: describe(
      z.optional(z.enum(['leave_out', 'import', 'reject'])),
      'What to do with rows that are unlike the patients above them.',
    ),
    repeatedIds: describe(
      z.optional(z.enum(['last', 'first', 'reject'])),
      'Which row to import if several have the same member ID.',
    ),
    fillMerged: describe(z.optional(z.boolean()), 'Whether the value of merged cells applies to each of their rows.'),
    bodies: describe(
      z.optional(z.enum([bodiesAsTheyAre, ...bodyReadings.map(({ name }) => name)])),
      "How to interpret the rows whose height and weight don't fit, such as `in+lb` or `swapped:cm+kg`, or that they are correct: `as_they_are`. Which rows these are is computed again from the file and the current table, and an interpretation that a finding does not offer changes nothing.",
    ),
  }),
  'How to read a file. Everything is optional: what is missing is read as in a file without answers, or asked. A column that is null is not in the file; a value that is null is empty.',
)
export type ImportAnswers = z.infer<typeof ImportAnswers>
