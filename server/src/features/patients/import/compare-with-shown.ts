import type { ImportPreview } from '@health-console/contract/patient-imports.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Db } from '../../../core/database/tables.ts'
import { createColumnNumbers } from '../compare/column-statistics.ts'
import { diffTables } from '../compare/diff-tables.ts'
import { findFindings, type FoundFinding } from '../column-checks/find-findings.ts'
import type { Checked } from '../column-checks/finding.ts'
import { listRowsBehind } from '../column-checks/list-rows.ts'
import type { PatientSheet } from '../reading/read-patients.ts'
import { ownUnitOf } from '../reading/units.ts'
import { listAllValues } from '../table/store.ts'
import { describeDiff } from './describe-diff.ts'
import type { ListChunk } from './list-chunks.ts'
import { type ImportedIds, nameIds } from './summary.ts'
import { findingList, packChanges, packWarnings, warningsList } from './preview-lists.ts'

/**
 * What a file would change in the current table and what is wrong with it, as a preview and as the long lists behind
 * it.
 */
export async function compareWithShown(
  db: Db,
  shownTableId: string | undefined,
  { rows, sheets, reading, allWarnings, ...sheet }: PatientSheet,
): Promise<{ preview: ImportPreview; ids: ImportedIds; lists: Iterable<ListChunk> }> {
  const diff = diffTables(shownTableId === undefined ? [] : await listAllValues(db, shownTableId), rows)
  const places = new Map(reading.columns.map((place) => [place.column, place]))
  const headingOf = (key: PatientColumnKey) => places.get(key)?.heading
  const unitOf = (key: PatientColumnKey) => places.get(key)?.unit ?? ownUnitOf(key)
  const checked: Checked = { diff, numbersOf: createColumnNumbers(diff), unitOf, headingOf }
  const findings = findFindings(checked)
  return {
    preview: { ...sheet, ...describeDiff(checked, findings), rowsInFile: rows.length },
    ids: nameIds(diff),
    lists: packLists(checked, findings, { sheets, allWarnings }),
  }
}

/** The lists are created one after the other when they are written, because each may be as long as the table. */
function* packLists(
  checked: Checked,
  findings: readonly FoundFinding[],
  { sheets, allWarnings }: Pick<PatientSheet, 'sheets' | 'allWarnings'>,
): Generator<ListChunk> {
  yield* packChanges(checked.diff)
  yield* packWarnings(warningsList, allWarnings)
  for (const finding of findings) {
    yield* packWarnings(findingList(finding.id), listRowsBehind(finding, checked, sheets))
  }
}
