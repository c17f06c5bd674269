import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { bitOf, type ChangedRow, indexOf } from '../compare/diff-tables.ts'
import { type Checked, countRows, describeValue, type Finding } from './finding.ts'

const sexShare = 0.02

/** What does not change in a known patient, or only in one direction. */
export function checkPatients(checked: Checked): Finding[] {
  const known = checked.diff.changed.length + checked.diff.unchanged
  const sex = withChange(checked, 'sex', (now, next) => now !== null && next !== null)
  const subject = withChange(checked, 'subjectId', (now, next) => now !== null && next !== null)
  const younger = withChange(checked, 'age', (now, next) => now !== null && next !== null && next < now)
  return [
    describe('sex_changed', 'sex', `The sex of ${countPatients(sex)} changes`, known, sex, {
      needsReason: sex.length > known * sexShare,
    }),
    describe('subject_changed', 'subjectId', `The subject ID of ${countPatients(subject)} changes`, known, subject),
    describe('age_back', 'age', `${countPatients(younger)} become${younger.length === 1 ? 's' : ''} younger`, known, younger),
  ].filter(({ rows }) => rows > 0)
}

const countPatients = ({ length }: readonly unknown[]) =>
  `${length.toLocaleString('en-GB')} patient${length === 1 ? '' : 's'}`

type Value = string | number | null

function withChange(
  { diff }: Checked,
  key: PatientColumnKey,
  counts: (now: Value, next: Value) => boolean,
): ChangedRow[] {
  const [index, bit] = [indexOf(key), bitOf(key)]
  return diff.changed.filter(
    ({ now, next, columns }) => (columns & bit) !== 0 && counts(now[index] ?? null, next[index] ?? null),
  )
}

function describe(
  kind: Finding['kind'],
  key: PatientColumnKey,
  title: string,
  known: number,
  rows: readonly ChangedRow[],
  { needsReason = false } = {},
): Finding {
  const index = indexOf(key)
  return {
    kind,
    columns: [key],
    title,
    detail: `of ${countRows(known)} that are in both tables.`,
    rows: rows.length,
    needsReason,
    needsConfirmation: false,
    repair: null,
    rowsBehind: () =>
      rows.map(({ now, nextPosition }) => ({
        position: nextPosition,
        column: key,
        reason: `Was ${describeValue(now[index])}`,
      })),
  }
}
