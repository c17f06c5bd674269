import * as z from 'zod/mini'
import { CellReading, ImportAnswers, RowKind } from './patient-answers.ts'
import { PatientColumnKey } from './patients.ts'

/** A column of the file: its heading (see `ColumnAnswer`), and values as the file shows them. */
export const FileColumn = z.object({
  heading: z.string(),
  isHidden: z.boolean(),
  /** The first three values. */
  samples: z.array(z.string()),
  /** The values and in how many rows each occurs, most frequent first; at most 50, empty if there are more than 200. */
  words: z.array(z.object({ text: z.string(), rows: z.int() })),
  /** How many different values there are; null if there are more than 200, or more than 60 numbers. */
  different: z.nullable(z.int()),
  /** How many rows have a number, a date, or no value. */
  numbers: z.int(),
  dates: z.int(),
  empty: z.int(),
  /** The lowest and the highest number, or the first and the last day; empty if there is neither. */
  range: z.array(z.string()),
  /** The unit that the heading or the number format specifies. */
  unit: z.nullable(z.string()),
})
export type FileColumn = z.infer<typeof FileColumn>

const Proposal = z.nullable(
  z.object({
    heading: z.string(),
    /** Null for text, and if one of several has to be chosen. */
    unit: z.nullable(z.string()),
    /** The column with the unit of each value. */
    unitHeading: z.nullable(z.string()),
    isSplit: z.boolean(),
  }),
)

/** A row that is not a patient, with its first five cells. */
export const LeftOutRow = z.object({ sheet: z.string(), row: z.int(), kind: RowKind, cells: z.array(z.string()) })

/** A sheet with patients, its number of rows, and the first and the last day in its date columns. */
export const PatientSheet = z.object({
  name: z.string(),
  rows: z.int(),
  days: z.array(z.string()),
})
export type PatientSheet = z.infer<typeof PatientSheet>

/**
 * Something that the file leaves uncertain. `id` is stable over all answers. A question whose answer is in `answers`
 * stays in its position, with `isAnswered`.
 */
const asked = { id: z.string(), isAnswered: z.boolean() }
export const ImportQuestion = z.discriminatedUnion('kind', [
  /** Which sheets to import, in the order of the workbook. Answered by `sheets`. */
  z.object({ ...asked, kind: z.literal('sheets'), sheets: z.array(PatientSheet), likeliest: z.string() }),
  /**
   * Where a column is, and in what unit. There are two columns for a heading to be split. `isSure` if nothing
   * contradicts the proposal: the heading means only this column, no other column may be it, and its values are in the
   * unit of the heading, or in the table's; never for the member ID. Answered by `columns`.
   */
  z.object({
    ...asked,
    kind: z.literal('column'),
    columns: z.array(PatientColumnKey),
    proposal: Proposal,
    isSure: z.boolean(),
  }),
  /** Which of several columns a heading means. Answered by `columns` for each of them: at most one is not null. */
  z.object({ ...asked, kind: z.literal('either'), heading: z.string(), columns: z.array(PatientColumnKey) }),
  /** How to interpret cells of one column that are not plain numbers. Answered by `columns[…].readings`. */
  z.object({
    ...asked,
    kind: z.literal('reading'),
    column: PatientColumnKey,
    reading: CellReading,
    cells: z.int(),
    samples: z.array(z.object({ text: z.string(), reads: z.string() })),
  }),
  /** Whether a number that is not a possible value means "missing". Answered by `columns[…].missing`. */
  z.object({ ...asked, kind: z.literal('missing'), column: PatientColumnKey, value: z.number(), cells: z.int() }),
  /**
   * What the values of a column mean; `options` are in addition to the value itself and empty. Answered by `words`.
   * Texts among numbers that occur once are errors unless they are answered.
   */
  z.object({
    ...asked,
    kind: z.literal('words'),
    column: PatientColumnKey,
    heading: z.string(),
    words: z.array(z.object({ text: z.string(), rows: z.int(), proposal: z.nullable(z.string()) })),
    options: z.array(z.string()),
    /** Whether a value may be imported unchanged: a diagnosis may, a sex may not. */
    mayStand: z.boolean(),
    emptyRows: z.int(),
  }),
  /**
   * Which of several rows with the same member ID to import, and the sheets that are joined, in their order. Answered
   * by `repeatedIds`.
   */
  z.object({
    ...asked,
    kind: z.literal('repeated_ids'),
    sheets: z.array(PatientSheet),
    ids: z.int(),
    rows: z.int(),
    examples: z.array(z.string()),
  }),
  /**
   * What to do with rows that are probably not patients; the first hundred are listed. Answered by `rowsWithoutId` or
   * `unlikeRows`. `tables` are other tables below the first: where their headings are, and how many rows follow; at most ten of a sheet.
   */
  z.object({
    ...asked,
    kind: z.literal('rows'),
    of: z.enum(['without_id', 'unlike']),
    count: z.int(),
    rows: z.array(LeftOutRow),
    tables: z.optional(z.array(z.object({ sheet: z.string(), row: z.int(), rows: z.int() }))),
  }),
  /** Whether merged cells fill down. Answered by `fillMerged`. */
  z.object({ ...asked, kind: z.literal('merged'), ranges: z.int(), headings: z.array(z.string()) }),
])
export type ImportQuestion = z.infer<typeof ImportQuestion>

/**
 * Answers with the same source: `given` in this import, `kept` since you downloaded a marked file with mostly the same
 * patients, or `remembered` for the headings.
 */
export const AnswerSource = z.object({
  kind: z.enum(['remembered', 'kept', 'given']),
  /** ISO 8601, UTC; null if given in this import. */
  at: z.nullable(z.string()),
  /** Who gave remembered answers; null for your own. */
  adminName: z.nullable(z.string()),
  answers: ImportAnswers,
})
export type AnswerSource = z.infer<typeof AnswerSource>

/** How a file is read: what is certain, and what has to be asked. */
export const ImportReading = z.object({
  sheetNames: z.array(z.string()),
  headerRow: z.int(),
  /** The current answers: those of this import, and those remembered for these headings. */
  answers: ImportAnswers,
  /** The same answers by their source, each in exactly one of them. */
  sources: z.array(AnswerSource),
  /**
   * The newest of the remembered answers in force and their number; null if none are. `stored` is everything that is
   * remembered for these headings.
   */
  remembered: z.nullable(
    z.object({
      id: z.string(),
      at: z.string(),
      adminName: z.string(),
      answers: z.int(),
      stored: z.optional(z.array(z.object({ at: z.string(), adminName: z.string(), answers: ImportAnswers }))),
    }),
  ),
  /** In this order: sheets, columns, readings, values, rows. Empty if nothing in the file is uncertain. */
  questions: z.array(ImportQuestion),
  /** All columns of the file, in its order. */
  fileColumns: z.array(FileColumn),
  /** The columns that are certain. */
  columns: z.array(
    z.object({
      column: PatientColumnKey,
      heading: z.string(),
      unit: z.nullable(z.string()),
      by: z.enum(['heading', 'remembered', 'answer']),
    }),
  ),
  columnsLeftOut: z.array(z.string()),
  /** Texts that become empty values, such as N/A. */
  missingWords: z.array(z.object({ text: z.string(), cells: z.int() })),
  /** Rows that are left out because they are not patients: the first hundred of each kind, and how many there are. */
  rowsLeftOut: z.object({ rows: z.array(LeftOutRow), counts: z.partialRecord(RowKind, z.int()) }),
  hiddenRows: z.int(),
  /** What else the admin should know, one sentence each: sheets that were not read, columns beyond the limit. */
  notes: z.array(z.string()),
})
export type ImportReading = z.infer<typeof ImportReading>
