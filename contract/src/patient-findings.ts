import * as z from 'zod/mini'
import { ListedCell } from './errors.ts'
import { ImportAnswers } from './patient-answers.ts'
import { Patient, PatientColumnKey } from './patients.ts'

/** What an interpretation of height and weight leaves, among the rows that have both. */
export const BodiesLeft = z.object({
  rows: z.int(),
  /** Rows with a height or BMI that is unusual for the age. */
  unusual: z.int(),
  /** Rows whose height and weight can't both be right, or contradict the BMI or the current table. */
  impossible: z.int(),
  medianBmi: z.number(),
})
export type BodiesLeft = z.infer<typeof BodiesLeft>

/** An observation about the whole file or a whole column, as one sentence. */
export const ImportFinding = z.object({
  id: z.string(),
  kind: z.enum([
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
  columns: z.array(PatientColumnKey),
  /** The heading of the finding, shown in bold: "Weight seems to be in pounds". */
  title: z.string(),
  /** The values that support it: "the median was 69 and is now 152." */
  detail: z.string(),
  /** How many rows it concerns. */
  rows: z.int(),
  /** Whether confirming needs a reason. */
  needsReason: z.boolean(),
  /** Whether confirming needs `acceptRemoval`. */
  needsConfirmation: z.boolean(),
  /**
   * Alternative answers, each to be added to the current answers; the most likely one first. Each answer to a question
   * about height and weight has what it leaves.
   */
  repairs: z.array(z.object({ label: z.string(), answers: ImportAnswers, leaves: z.optional(BodiesLeft) })),
})
export type ImportFinding = z.infer<typeof ImportFinding>

const Bins = z.array(z.int())

/** The distribution of a numeric column before and after: counts in bins of width `step`, starting at `from`. */
export const Distribution = z.object({
  from: z.number(),
  step: z.number(),
  now: Bins,
  next: Bins,
  /** How many values are outside the axis, before and after. */
  below: z.int(),
  above: z.int(),
})
export type Distribution = z.infer<typeof Distribution>

/** A column with changed values in rows that are in both tables. */
export const ColumnChange = z.object({
  column: PatientColumnKey,
  rows: z.int(),
  /** The median over all rows; null for text. */
  medianNow: z.nullable(z.number()),
  medianNext: z.nullable(z.number()),
  /** The lowest and the highest number, if either changes. */
  lowest: z.nullable(z.object({ now: z.number(), next: z.number() })),
  highest: z.nullable(z.object({ now: z.number(), next: z.number() })),
  /** For text: the values whose number of rows changes most, at most three; null is an empty value. */
  values: z.array(z.object({ value: z.nullable(z.string()), now: z.int(), next: z.int() })),
  /** Present for a numeric column whose distribution changed. */
  distribution: z.nullable(Distribution),
})
export type ColumnChange = z.infer<typeof ColumnChange>

/** The values of one patient, without the time of the import. */
export const PatientValues = z.omit(Patient, { createdAt: true })
export type PatientValues = z.infer<typeof PatientValues>

export const changeKinds = ['added', 'changed', 'removed'] as const
export const ChangeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof ChangeKind>

/** A row that the import adds, changes or removes: its current and its new values. */
export const PatientChange = z.object({
  memberId: z.string(),
  now: z.nullable(PatientValues),
  next: z.nullable(PatientValues),
})
export type PatientChange = z.infer<typeof PatientChange>

/** A value that looks wrong, and its position in a sheet. */
export const ImportWarning = z.extend(ListedCell, { sheet: z.string() })
export type ImportWarning = z.infer<typeof ImportWarning>
