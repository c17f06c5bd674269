import * as z from 'zod/mini'
import { ListedCell } from './errors.ts'
import { ImportAnswers } from './patient-answers.ts'
import { Patient, PatientColumnKey } from './patients.ts'

/** Something about the file as a whole, or a whole column of it, as one sentence. */
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
  /** What is found, in bold: "Weight looks like pounds". */
  title: z.string(),
  /** The figures behind it: "the median is 152 where it was 69." */
  detail: z.string(),
  /** How many rows are behind it. */
  rows: z.int(),
  /** Whether confirming needs a reason. */
  needsReason: z.boolean(),
  /** Whether confirming needs `acceptRemoval`. */
  needsConfirmation: z.boolean(),
  /** Answers of which one would repair it, to be added to those in force; the likeliest first. */
  repairs: z.array(z.object({ label: z.string(), answers: ImportAnswers })),
})
export type ImportFinding = z.infer<typeof ImportFinding>

const Bins = z.array(z.int())

/** How the values of a numeric column lie before and after: counts in bins of `step` from `from`. */
export const Distribution = z.object({
  from: z.number(),
  step: z.number(),
  now: Bins,
  next: Bins,
  /** Values off the axis, in both. */
  below: z.int(),
  above: z.int(),
})
export type Distribution = z.infer<typeof Distribution>

/** A column with changed values, in rows that are in both tables. */
export const ColumnChange = z.object({
  column: PatientColumnKey,
  rows: z.int(),
  /** Of all rows; null for text. */
  medianNow: z.nullable(z.number()),
  medianNext: z.nullable(z.number()),
  /** The lowest and the highest number, where it moves. */
  lowest: z.nullable(z.object({ now: z.number(), next: z.number() })),
  highest: z.nullable(z.object({ now: z.number(), next: z.number() })),
  /** Of text: the values whose number of rows changes most, at most three; null is no value. */
  values: z.array(z.object({ value: z.nullable(z.string()), now: z.int(), next: z.int() })),
  /** Of a numeric column that moved. */
  distribution: z.nullable(Distribution),
})
export type ColumnChange = z.infer<typeof ColumnChange>

/** The values of one patient, without the time of the import. */
export const PatientValues = z.omit(Patient, { createdAt: true })
export type PatientValues = z.infer<typeof PatientValues>

export const changeKinds = ['added', 'changed', 'removed'] as const
export const ChangeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof ChangeKind>

/** A row that the import adds, changes or removes: as it is now, and as it would be. */
export const PatientChange = z.object({
  memberId: z.string(),
  now: z.nullable(PatientValues),
  next: z.nullable(PatientValues),
})
export type PatientChange = z.infer<typeof PatientChange>

/** A value that looks wrong, in a sheet. */
export const ImportWarning = z.extend(ListedCell, { sheet: z.string() })
export type ImportWarning = z.infer<typeof ImportWarning>
