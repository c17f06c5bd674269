import * as z from 'zod/mini'
import { IsoTime, describe } from '../values/describe.ts'
import { CellReading, ImportAnswers, RowKind } from './answers.ts'
import { PatientColumnKey } from './patients.ts'

export const FileColumn = describe(
  z.object({
    heading: describe(z.string(), 'The heading, as in `ColumnAnswer`.'),
    isHidden: describe(z.boolean(), 'Whether the file hides the column.'),
    samples: describe(z.array(z.string()), 'The first three values.'),
    words: describe(
      z.array(
        z.object({
          text: describe(z.string(), 'A value as the file shows it.'),
          rows: describe(z.int(), 'In how many rows it occurs.'),
        }),
      ),
      'The values, most frequent first; at most 50, empty if there are more than 200.',
    ),
    different: describe(
      z.nullable(z.int()),
      'How many different values there are; null if there are more than 200, or more than 60 numbers.',
    ),
    numbers: describe(z.int(), 'How many rows have a number.'),
    dates: describe(z.int(), 'How many rows have a date.'),
    empty: describe(z.int(), 'How many rows have no value.'),
    range: describe(
      z.array(z.string()),
      'The lowest and the highest number, or the first and the last day; empty if there is neither.',
    ),
    unit: describe(
      z.nullable(z.string()),
      'The unit that the heading or the number format specifies; null if neither does.',
    ),
  }),
  'A column of the file: its heading (see `ColumnAnswer`), and values as the file shows them.',
)
export type FileColumn = z.infer<typeof FileColumn>

const Proposal = z.nullable(
  z.object({
    heading: describe(z.string(), 'The heading in the file.'),
    unit: describe(z.nullable(z.string()), 'The unit; null for text, and if one of several has to be chosen.'),
    unitHeading: describe(
      z.nullable(z.string()),
      'The heading of the column with the unit of each value; null if there is none.',
    ),
    isSplit: describe(z.boolean(), 'Whether each cell has two values, such as `120/80`.'),
  }),
)

export const LeftOutRow = describe(
  z.object({
    sheet: describe(z.string(), 'The name of the sheet, as its tab shows it.'),
    row: describe(z.int(), 'The number of the row, starting at 1.'),
    kind: describe(RowKind, 'What the row is instead of a patient.'),
    cells: describe(z.array(z.string()), 'The first five cells.'),
  }),
  'A row that is not a patient, with its first five cells.',
)

export const PatientSheet = describe(
  z.object({
    name: describe(z.string(), 'The name of the sheet.'),
    rows: describe(z.int(), 'The number of its rows.'),
    days: describe(z.array(z.string()), 'The first and the last day in its date columns; empty if it has none.'),
  }),
  'A sheet with patients, its number of rows, and the first and the last day in its date columns.',
)
export type PatientSheet = z.infer<typeof PatientSheet>

/**
 * Something that the file leaves uncertain. `id` is stable over all answers. A question whose answer is in `answers`
 * stays in its position, with `isAnswered`.
 */
const asked = {
  id: describe(z.string(), 'The ID of the question, which is stable over all answers.'),
  isAnswered: describe(z.boolean(), 'Whether the answer is in `answers`. The question stays in its position.'),
}
export const ImportQuestion = z.discriminatedUnion('kind', [
  z.object({
    ...asked,
    kind: describe(z.literal('sheets'), 'Which sheets to import. Answered by `sheets`.'),
    sheets: describe(z.array(PatientSheet), 'The sheets in the order of the workbook.'),
    likeliest: describe(z.string(), 'The name of the most likely sheet.'),
  }),
  z.object({
    ...asked,
    kind: describe(z.literal('column'), 'Where a column is, and in what unit. Answered by `columns`.'),
    columns: describe(z.array(PatientColumnKey), 'The column. There are two for a heading to be split.'),
    proposal: describe(Proposal, 'The suggestion; null if there is none.'),
    isSure: describe(
      z.boolean(),
      'Whether nothing contradicts the suggestion: the heading means only this column, no other column may be it, and its values are in the unit of the heading, or in the table’s; never for the member ID.',
    ),
  }),
  z.object({
    ...asked,
    kind: describe(
      z.literal('either'),
      'Which of several columns a heading means. Answered by `columns` for each of them: at most one is not null.',
    ),
    heading: describe(z.string(), 'The heading of the column in the file.'),
    columns: describe(z.array(PatientColumnKey), 'The columns that it may mean.'),
  }),
  z.object({
    ...asked,
    kind: describe(
      z.literal('reading'),
      'How to interpret cells of one column that are not plain numbers. Answered by `columns[…].readings`.',
    ),
    column: describe(PatientColumnKey, 'The column of the table that would take the values.'),
    reading: describe(CellReading, 'The suggested interpretation.'),
    cells: describe(z.int(), 'How many cells it concerns.'),
    samples: describe(
      z.array(
        z.object({
          text: describe(z.string(), 'The cell as the file shows it.'),
          reads: describe(z.string(), 'The value that it would have.'),
        }),
      ),
      'Some of these cells.',
    ),
  }),
  z.object({
    ...asked,
    kind: describe(
      z.literal('missing'),
      'Whether a number that is not a possible value means "missing". Answered by `columns[…].missing`.',
    ),
    column: describe(PatientColumnKey, 'The column of the table with the number.'),
    value: describe(z.number(), 'The number that may mean "missing", such as -9.'),
    cells: describe(z.int(), 'How many cells have it.'),
  }),
  z.object({
    ...asked,
    kind: describe(z.literal('words'), 'What the values of a column mean. Answered by `words`.'),
    column: describe(PatientColumnKey, 'The column of the table with the values.'),
    heading: describe(z.string(), 'The heading in the file.'),
    words: describe(
      z.array(
        z.object({
          text: describe(z.string(), 'The value in the file.'),
          rows: describe(z.int(), 'In how many rows it occurs.'),
          proposal: describe(z.nullable(z.string()), 'The suggested meaning; null: empty.'),
        }),
      ),
      'The values. Texts among numbers that occur once are errors unless they are answered.',
    ),
    options: describe(z.array(z.string()), 'What a value may mean, in addition to the value itself and empty.'),
    mayStand: describe(z.boolean(), 'Whether a value may be imported unchanged: a diagnosis may, a sex may not.'),
    emptyRows: describe(z.int(), 'How many rows have no value.'),
  }),
  z.object({
    ...asked,
    kind: describe(
      z.literal('repeated_ids'),
      'Which of several rows with the same member ID to import. Answered by `repeatedIds`.',
    ),
    sheets: describe(z.array(PatientSheet), 'The sheets that are joined, in their order.'),
    ids: describe(z.int(), 'How many member IDs occur several times.'),
    rows: describe(z.int(), 'How many rows have them.'),
    examples: describe(z.array(z.string()), 'Some of these member IDs.'),
  }),
  z.object({
    ...asked,
    kind: describe(
      z.literal('rows'),
      'What to do with rows that are probably not patients. Answered by `rowsWithoutId` or `unlikeRows`.',
    ),
    of: describe(
      z.enum(['without_id', 'unlike']),
      'Which rows: those that have values but no member ID, or those that are unlike the patients above them.',
    ),
    count: describe(z.int(), 'How many rows there are.'),
    rows: describe(z.array(LeftOutRow), 'The first hundred of them.'),
    tables: describe(
      z.optional(
        z.array(
          z.object({
            sheet: describe(z.string(), 'The name of the sheet with the row.'),
            row: describe(z.int(), 'The number of the row with its headings.'),
            rows: describe(z.int(), 'How many rows follow.'),
          }),
        ),
      ),
      'Other tables below the first; at most ten of a sheet.',
    ),
  }),
  z.object({
    ...asked,
    kind: describe(z.literal('merged'), 'Whether merged cells fill down. Answered by `fillMerged`.'),
    ranges: describe(z.int(), 'How many ranges of merged cells there are.'),
    headings: describe(z.array(z.string()), 'The headings of their columns.'),
  }),
])
export type ImportQuestion = z.infer<typeof ImportQuestion>
export type QuestionOf<Kind extends ImportQuestion['kind']> = Extract<ImportQuestion, { kind: Kind }>

export const AnswerSource = describe(
  z.object({
    kind: describe(
      z.enum(['remembered', 'kept', 'given']),
      'Where the answers come from: `given` in this import, `kept` since you downloaded a marked file with mostly the same patients, or `remembered` for the headings.',
    ),
    at: describe(z.nullable(IsoTime), 'When they were given; null if in this import.'),
    adminName: describe(z.nullable(z.string()), 'Who gave remembered answers; null for your own.'),
    answers: describe(ImportAnswers, 'The answers that came from there.'),
  }),
  'Answers with the same source: `given` in this import, `kept` since you downloaded a marked file with mostly the same patients, or `remembered` for the headings.',
)
export type AnswerSource = z.infer<typeof AnswerSource>

export const ImportReading = describe(
  z.object({
    sheetNames: describe(z.array(z.string()), 'The sheets that are read.'),
    headerRow: describe(z.int(), 'The number of the row with the headings.'),
    answers: describe(
      ImportAnswers,
      'The current answers: those of this import, and those remembered for these headings.',
    ),
    sources: describe(
      z.optional(z.array(AnswerSource)),
      'The same answers by their source, each in exactly one of them. 1.0.0 does not send it.',
    ),
    remembered: describe(
      z.nullable(
        z.object({
          id: describe(z.string(), 'The ID under which they are stored.'),
          at: describe(IsoTime, 'When the newest of them were given.'),
          adminName: describe(z.string(), 'Who gave the newest of them.'),
          answers: describe(z.int(), 'How many there are.'),
          stored: describe(
            z.optional(
              z.array(
                z.object({
                  at: describe(IsoTime, 'When these answers were given.'),
                  adminName: describe(z.string(), 'Who gave them.'),
                  answers: describe(ImportAnswers, 'The answers that were remembered.'),
                }),
              ),
            ),
            'Everything that is remembered for these headings.',
          ),
        }),
      ),
      'The remembered answers in force; null if none are.',
    ),
    questions: describe(
      z.array(ImportQuestion),
      'What is uncertain, in this order: sheets, columns, readings, values, rows. Empty if nothing is.',
    ),
    fileColumns: describe(z.array(FileColumn), 'All columns of the file, in its order.'),
    columns: describe(
      z.array(
        z.object({
          column: describe(PatientColumnKey, 'The column of the table.'),
          heading: describe(z.string(), 'The heading in the file.'),
          unit: describe(z.nullable(z.string()), 'The unit in the file; null for text.'),
          by: describe(
            z.enum(['heading', 'remembered', 'answer']),
            'Why it is certain: by its heading, by a remembered answer, or by an answer in this import.',
          ),
        }),
      ),
      'The columns that are certain.',
    ),
    columnsLeftOut: describe(z.array(z.string()), 'The headings of the columns that are not imported.'),
    missingWords: describe(
      z.array(
        z.object({
          text: describe(z.string(), 'A cell as the file shows it.'),
          cells: describe(z.int(), 'How many cells have it.'),
        }),
      ),
      'Texts that become empty values, such as N/A.',
    ),
    rowsLeftOut: describe(
      z.object({
        rows: describe(z.array(LeftOutRow), 'The first hundred of each kind.'),
        counts: describe(z.partialRecord(RowKind, z.int()), 'How many there are of each kind.'),
      }),
      'Rows that are skipped because they are not patients.',
    ),
    hiddenRows: describe(z.int(), 'How many rows the file hides. They are imported.'),
    notes: describe(
      z.array(z.string()),
      'What else the admin should know, one sentence each: sheets that were not read, columns beyond the limit.',
    ),
  }),
  'How a file is read: what is certain, and what has to be asked.',
)
export type ImportReading = z.infer<typeof ImportReading>
