import * as z from 'zod/mini'
import { CellReading, ImportAnswers, RowKind } from './patient-answers.ts'
import { PatientColumnKey } from './patients.ts'

/** A column of the file: its heading (see `ColumnAnswer`), and values as the file shows them. */
export const FileColumn = z.object({
  heading: z.string(),
  isHidden: z.boolean(),
  /** The first three values. */
  samples: z.array(z.string()),
  /** The values that occur and in how many rows, most frequent first; at most 50, empty when there are more than 200. */
  words: z.array(z.object({ text: z.string(), rows: z.int() })),
  /** How many different values there are; null when they are more than 200, or more than 60 numbers. */
  different: z.nullable(z.int()),
  /** How many rows have a number, a date, and no value. */
  numbers: z.int(),
  dates: z.int(),
  empty: z.int(),
  /** The lowest and the highest number, or the first and the last day; empty without either. */
  range: z.array(z.string()),
  /** The unit that the heading or the number format names. */
  unit: z.nullable(z.string()),
})
export type FileColumn = z.infer<typeof FileColumn>

const Proposal = z.nullable(
  z.object({
    heading: z.string(),
    /** Null for text, and where one of several has to be chosen. */
    unit: z.nullable(z.string()),
    /** The column that says the unit of each value. */
    unitHeading: z.nullable(z.string()),
    isSplit: z.boolean(),
  }),
)

/** A row that is no patient, with its first five cells. */
export const LeftOutRow = z.object({ sheet: z.string(), row: z.int(), kind: RowKind, cells: z.array(z.string()) })

/** A sheet that holds patients, with its number of rows, and the first and the last day in its columns of dates. */
export const PatientSheet = z.object({
  name: z.string(),
  rows: z.int(),
  days: z.array(z.string()),
})
export type PatientSheet = z.infer<typeof PatientSheet>

/**
 * Something that the file does not say for certain. `id` is stable over all answers. A question whose answer is in
 * `answers` stays where it is, with `isAnswered`.
 */
const asked = { id: z.string(), isAnswered: z.boolean() }
export const ImportQuestion = z.discriminatedUnion('kind', [
  /** Which sheets, in the order of the workbook. Answered by `sheets`. */
  z.object({ ...asked, kind: z.literal('sheets'), sheets: z.array(PatientSheet), likeliest: z.string() }),
  /**
   * Where a column is, and in what unit. Two columns for a heading to be split. `isSure` when the heading names the column and its
   * unit, and nothing else explains it as well; never for the member ID. Answered by `columns`.
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
  /** How to read cells of one column that are not plain numbers. Answered by `columns[…].readings`. */
  z.object({
    ...asked,
    kind: z.literal('reading'),
    column: PatientColumnKey,
    reading: CellReading,
    cells: z.int(),
    samples: z.array(z.object({ text: z.string(), reads: z.string() })),
  }),
  /** Whether a number that is no possible value means "missing". Answered by `columns[…].missing`. */
  z.object({ ...asked, kind: z.literal('missing'), column: PatientColumnKey, value: z.number(), cells: z.int() }),
  /**
   * What the words of a column mean; `options` beside the word as it stands and empty. Answered by `words`. Words in the place of
   * numbers that come once are errors unless they are answered.
   */
  z.object({
    ...asked,
    kind: z.literal('words'),
    column: PatientColumnKey,
    heading: z.string(),
    words: z.array(z.object({ text: z.string(), rows: z.int(), proposal: z.nullable(z.string()) })),
    options: z.array(z.string()),
    /** Whether a word may stay as it stands: a diagnosis may, a sex may not. */
    mayStand: z.boolean(),
    emptyRows: z.int(),
  }),
  /** Which of several rows with one member ID, and the sheets that are joined, in their order. Answered by `repeatedIds`. */
  z.object({
    ...asked,
    kind: z.literal('repeated_ids'),
    sheets: z.array(PatientSheet),
    ids: z.int(),
    rows: z.int(),
    examples: z.array(z.string()),
  }),
  /** What to do with rows that are probably no patients: the first hundred. Answered by `rowsWithoutId` or `unlikeRows`. */
  z.object({
    ...asked,
    kind: z.literal('rows'),
    of: z.enum(['without_id', 'unlike']),
    count: z.int(),
    rows: z.array(LeftOutRow),
  }),
  /** Whether merged cells fill down. Answered by `fillMerged`. */
  z.object({ ...asked, kind: z.literal('merged'), ranges: z.int(), headings: z.array(z.string()) }),
])
export type ImportQuestion = z.infer<typeof ImportQuestion>

/** How a file is read: what is clear, and what is asked. */
export const ImportReading = z.object({
  sheetNames: z.array(z.string()),
  headerRow: z.int(),
  /** The answers in force: those given, and those remembered for these headings. */
  answers: ImportAnswers,
  /** When and by whom these headings were last answered; null when nothing is remembered. */
  remembered: z.nullable(z.object({ id: z.string(), at: z.string(), adminName: z.string(), answers: z.int() })),
  /** In this order: sheets, columns, readings, words, rows. Empty when the file says everything itself. */
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
  /** Words that become empty values, such as N/A. */
  missingWords: z.array(z.object({ text: z.string(), cells: z.int() })),
  /** Rows that are left out because they are no patients: the first hundred of each kind, and how many there are. */
  rowsLeftOut: z.object({ rows: z.array(LeftOutRow), counts: z.partialRecord(RowKind, z.int()) }),
  hiddenRows: z.int(),
  /** What else the person should know, each a sentence: sheets that were not looked at, columns beyond the limit. */
  notes: z.array(z.string()),
})
export type ImportReading = z.infer<typeof ImportReading>
