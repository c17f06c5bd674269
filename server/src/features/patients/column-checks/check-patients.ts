import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { type ChangedRow, indexOf, type TableDiff } from '../compare/diff-tables.ts'
import type { PatientValue } from '../reading/words/read-value.ts'
import { changedIn, type Checked, type Finding, formatCount, listChanged, listedOnly } from './finding.ts'

const sexShare = 0.02

/** Checks values that do not change for a known patient, or only in one direction. */
export function checkPatients({ diff }: Checked): Finding[] {
  const known = diff.changed.length + diff.unchanged
  const sex = withChange(diff, 'sex')
  const subject = withChange(diff, 'subjectId')
  const younger = withChange(diff, 'age', (now, next) => next < now)
  const of = (rows: readonly unknown[], one: string, several: string) =>
    `${formatCount(rows.length)} of the ${formatCount(known)} patients in both tables ${rows.length === 1 ? one : several}`
  const sameIds = 'check that the Member IDs still belong to the same patients.'
  return [
    {
      ...describe('sex_changed', 'sex', `${of(sex, 'has', 'have')} a different sex`, sameIds, sex),
      needsReason: sex.length > known * sexShare,
    },
    describe('subject_changed', 'subjectId', `${of(subject, 'has', 'have')} a different subject ID`, sameIds, subject),
    describe(
      'age_back',
      'age',
      `${of(younger, 'becomes', 'become')} younger`,
      'check the ages, or the day for which they were calculated.',
      younger,
    ),
  ].filter(({ rows }) => rows > 0)
}

/** The rows in which a value is replaced by another one. */
function withChange(
  diff: TableDiff,
  key: PatientColumnKey,
  counts: (now: NonNullable<PatientValue>, next: NonNullable<PatientValue>) => boolean = () => true,
): ChangedRow[] {
  const index = indexOf(key)
  return changedIn(diff, key).filter(({ now, next }) => {
    const [before, after] = [now[index] ?? null, next[index] ?? null]
    return before !== null && after !== null && counts(before, after)
  })
}

function describe(
  kind: Finding['kind'],
  key: PatientColumnKey,
  title: string,
  detail: string,
  rows: readonly ChangedRow[],
): Finding {
  return { kind, columns: [key], title, detail, ...listedOnly, ...listChanged(rows, key) }
}
