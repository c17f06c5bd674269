import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { ListedCell } from '../errors.ts'
import { ImportAnswers } from './answers.ts'
import { formatMeasure } from './checks.ts'
import { Patient, PatientColumnKey } from './patients.ts'

export const BodiesLeft = describe(
  z.object({
    rows: describe(z.int(), 'The rows that have both height and weight.'),
    unusual: describe(z.int(), 'Rows with a height or BMI that is unusual for the age.'),
    impossible: describe(
      z.int(),
      'Rows whose height and weight cannot both be right, or contradict the BMI or the current table.',
    ),
    medianBmi: describe(z.number(), 'The median BMI in kg/m².'),
  }),
  'What an interpretation of height and weight leaves, among the rows that have both.',
)
export type BodiesLeft = z.infer<typeof BodiesLeft>

const counts = new Intl.NumberFormat('en-GB')

/** What an answer leaves: "20 of 60 rows unusual, 3 impossible, median BMI 31.00". */
export function describeLeft({ rows, unusual, impossible, medianBmi }: BodiesLeft): string {
  const ofRows = `${counts.format(unusual)} of ${counts.format(rows)} ${rows === 1 ? 'row' : 'rows'} unusual`
  const impossibly = impossible > 0 ? `, ${counts.format(impossible)} impossible` : ''
  return `${ofRows}${impossibly}, median BMI ${formatMeasure('bmi', medianBmi)}`
}

export const ImportFinding = describe(
  z.object({
    id: describe(z.string(), 'The ID of the finding in this import.'),
    kind: describe(
      z.enum([
        'unit',
        'swapped',
        'newly_empty',
        'median_moved',
        'sex_changed',
        'subject_changed',
        'age_back',
        'without_partner',
        'bmi',
        'bounds',
        'ids_renumbered',
        'other',
      ]),
      'What was observed.',
    ),
    columns: describe(z.array(PatientColumnKey), 'The columns that it concerns. Empty: the whole file.'),
    title: describe(z.string(), 'The finding as a heading, such as "Weight seems to be in pounds".'),
    detail: describe(z.string(), 'The values that support it, such as "the median was 69 and is now 152."'),
    rows: describe(z.int(), 'How many rows it concerns.'),
    needsReason: describe(z.boolean(), 'Whether confirming needs a reason.'),
    needsConfirmation: describe(z.boolean(), 'Whether confirming needs `acceptRemoval`.'),
    repairs: describe(
      z.array(
        z.object({
          label: describe(z.string(), 'The alternative as a sentence.'),
          answers: describe(ImportAnswers, 'The answers to add.'),
          leaves: describe(
            z.optional(BodiesLeft),
            'What it leaves, for an answer to a question about height and weight.',
          ),
        }),
      ),
      'Alternative answers, each to be added to the current answers; the most likely one first.',
    ),
  }),
  'An observation about the whole file or a whole column, as one sentence.',
)
export type ImportFinding = z.infer<typeof ImportFinding>

const Bins = z.array(z.int())

export const Distribution = describe(
  z.object({
    from: describe(z.number(), 'The lower end of the first bin.'),
    step: describe(z.number(), 'The width of each bin.'),
    now: describe(Bins, 'How many rows of the current table are in each bin.'),
    next: describe(Bins, 'How many rows of the file are in each bin.'),
    below: describe(z.int(), 'How many values are below the axis, before and after.'),
    above: describe(z.int(), 'How many values are above the axis, before and after.'),
  }),
  'The distribution of a numeric column before and after: counts in bins of width `step`, starting at `from`.',
)
export type Distribution = z.infer<typeof Distribution>

export const ColumnChange = describe(
  z.object({
    column: describe(PatientColumnKey, 'The column of the table whose values changed.'),
    rows: describe(z.int(), 'How many rows have another value.'),
    medianNow: describe(z.nullable(z.number()), 'The median over all rows of the current table; null for text.'),
    medianNext: describe(z.nullable(z.number()), 'The median over all rows of the file; null for text.'),
    lowest: describe(
      z.nullable(
        z.object({ now: describe(z.number(), 'In the current table.'), next: describe(z.number(), 'In the file.') }),
      ),
      'The lowest number; null if it does not change, and for text.',
    ),
    highest: describe(
      z.nullable(
        z.object({ now: describe(z.number(), 'In the current table.'), next: describe(z.number(), 'In the file.') }),
      ),
      'The highest number; null if it does not change, and for text.',
    ),
    values: describe(
      z.array(
        z.object({
          value: describe(z.nullable(z.string()), 'The value; null: empty.'),
          now: describe(z.int(), 'How many rows of the current table have it.'),
          next: describe(z.int(), 'How many rows of the file have it.'),
        }),
      ),
      'For text: the values whose number of rows changes most, at most three.',
    ),
    distribution: describe(
      z.nullable(Distribution),
      'The distribution of a numeric column, if it changed; otherwise null.',
    ),
  }),
  'A column with changed values in rows that are in both tables.',
)
export type ColumnChange = z.infer<typeof ColumnChange>

export const PatientValues = describe(
  z.omit(Patient, { createdAt: true }),
  'The values of one patient, without the time of the import.',
)
export type PatientValues = z.infer<typeof PatientValues>

const changeKinds = ['added', 'changed', 'removed'] as const
export const ChangeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof ChangeKind>

export const PatientChange = describe(
  z.object({
    memberId: describe(z.string(), 'The member ID of the patient in the row.'),
    now: describe(z.nullable(PatientValues), 'The current values; null for an added row.'),
    next: describe(z.nullable(PatientValues), 'The new values; null for a removed row.'),
  }),
  'A row that the import adds, changes or removes: its current and its new values.',
)
export type PatientChange = z.infer<typeof PatientChange>

export const ImportWarning = describe(
  z.extend(ListedCell, { sheet: describe(z.string(), 'The name of the sheet with the cell.') }),
  'A value that looks wrong, and its position in a sheet.',
)
export type ImportWarning = z.infer<typeof ImportWarning>
