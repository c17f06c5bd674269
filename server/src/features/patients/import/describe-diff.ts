import { ImportFinding, type PatientChange, PatientValues } from '@health-console/contract/patients/findings.ts'
import { type ImportPreview } from '@health-console/contract/patients/imports.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { describeChangedColumns } from '../compare/changed-columns.ts'
import { type ChangedRow, type TableDiff } from '../compare/diff-tables.ts'
import { isSameValue } from '../compare/same-value.ts'
import { type FoundFinding, needsConfirmation } from '../column-checks/find-findings.ts'
import type { Checked } from '../column-checks/finding.ts'
import type { PatientRow } from '../reading/read-rows.ts'

const listedChanges = 100
const firstRows = 5

type Comparison = Pick<
  ImportPreview,
  | 'rowsNow'
  | 'added'
  | 'changed'
  | 'unchanged'
  | 'removed'
  | 'needsConfirmation'
  | 'changes'
  | 'findings'
  | 'changedColumns'
  | 'firstRows'
>

/** The preview's description of the difference between the current table and the new rows. */
export function describeDiff({ diff, numbersOf }: Checked, findings: readonly FoundFinding[]): Comparison {
  return {
    rowsNow: diff.now.length,
    added: diff.added.length,
    changed: diff.changed.length,
    unchanged: diff.unchanged,
    removed: diff.removed.length,
    needsConfirmation: needsConfirmation({ diff }, findings),
    changes: diff.changed.slice(0, listedChanges).flatMap(changesOf).slice(0, listedChanges),
    findings: findings.map((finding) => ImportFinding.parse(finding)),
    changedColumns: describeChangedColumns(diff, numbersOf),
    firstRows: describeFirstRows(diff),
  }
}

function describeFirstRows({ now, next }: TableDiff): PatientChange[] {
  const first = next.slice(0, firstRows)
  return first.map((row) => {
    // It is nearly always among the first ones as well.
    const nowRow = now.find((each) => isSameValue(each[0] ?? null, row[0] ?? null))
    return { memberId: String(row[0]), now: nowRow ? toValues(nowRow) : null, next: toValues(row) }
  })
}

function toValues(row: PatientRow): PatientValues {
  return PatientValues.parse(Object.fromEntries(patientColumns.map(({ key }, index) => [key, row[index] ?? null])))
}

function changesOf({ now, next, columns }: ChangedRow): Comparison['changes'] {
  return patientColumns.flatMap(({ key }, index) => {
    if (((columns >> index) & 1) === 0) return []
    return [{ memberId: String(now[0]), column: key, now: now[index] ?? null, next: next[index] ?? null }]
  })
}
