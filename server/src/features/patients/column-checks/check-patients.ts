import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { bitOf, type ChangedRow, indexOf, type TableDiff } from '../compare/diff-tables.ts'
import type { PatientValue } from '../reading/words/read-value.ts'
import { type Checked, countRows, type Finding, formatCount, onlySaid, wasBefore } from './finding.ts'

const sexShare = 0.02

/** Checks values that do not change for a known patient, or only in one direction. */
export function checkPatients({ diff }: Checked): Finding[] {
  const known = diff.changed.length + diff.unchanged
  const sex = withChange(diff, 'sex')
  const subject = withChange(diff, 'subjectId')
  const younger = withChange(diff, 'age', (now, next) => next < now)
  return [
    {
      ...describe('sex_changed', 'sex', `The sex of ${countPatients(sex)} changes`, known, sex),
      needsReason: sex.length > known * sexShare,
    },
    describe('subject_changed', 'subjectId', `The subject ID of ${countPatients(subject)} changes`, known, subject),
    describe(
      'age_back',
      'age',
      `${countPatients(younger)} become${younger.length === 1 ? 's' : ''} younger`,
      known,
      younger,
    ),
  ].filter(({ rows }) => rows > 0)
}

const countPatients = ({ length }: readonly unknown[]) => `${formatCount(length)} patient${length === 1 ? '' : 's'}`

/** The rows in which a value is replaced by another one. */
function withChange(
  { changed }: TableDiff,
  key: PatientColumnKey,
  counts: (now: NonNullable<PatientValue>, next: NonNullable<PatientValue>) => boolean = () => true,
): ChangedRow[] {
  const [index, bit] = [indexOf(key), bitOf(key)]
  return changed.filter(({ now, next, columns }) => {
    const [before, after] = [now[index] ?? null, next[index] ?? null]
    return (columns & bit) !== 0 && before !== null && after !== null && counts(before, after)
  })
}

function describe(
  kind: Finding['kind'],
  key: PatientColumnKey,
  title: string,
  known: number,
  rows: readonly ChangedRow[],
): Finding {
  const index = indexOf(key)
  return {
    kind,
    columns: [key],
    title,
    detail: `of ${countRows(known)} that are in both tables.`,
    rows: rows.length,
    ...onlySaid,
    rowsBehind: () => rows.map((row) => wasBefore(row, key, index)),
  }
}
