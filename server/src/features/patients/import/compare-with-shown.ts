import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { createColumnNumbers } from '../compare/column-statistics.ts'
import { diffTables } from '../compare/diff-tables.ts'
import { bodyKeys } from '../column-checks/bodies.ts'
import { findFindings, type FoundFinding } from '../column-checks/find-findings.ts'
import type { Checked } from '../column-checks/finding.ts'
import { listRowsBehind } from '../column-checks/list-rows.ts'
import type { ReadPatients } from '../reading/read-patients.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { describeDiff } from './describe-diff.ts'
import type { ListChunk } from './list-chunks.ts'
import { type ImportedIds, nameIds } from './summary.ts'
import { findingList, packChanges, packWarnings, warningsList } from './preview-lists.ts'

/**
 * What the checks are about.
 * @param now the rows of the current table
 * @param explained the positions of the rows that the answer about height and weight interprets otherwise
 */
export function toCheck(
  now: readonly PatientRow[],
  { rows, reading: { shown } }: Pick<ReadPatients, 'rows' | 'reading'>,
  explained: readonly number[] = [],
): Checked {
  const diff = diffTables(now, rows)
  const columnsRead = new Map(shown.columns.map((each) => [each.column, each]))
  const { bodies, columns = {} } = shown.answers
  return {
    diff,
    numbersOf: createColumnNumbers(diff),
    headingOf: (key) => columnsRead.get(key)?.heading,
    unitOf: (key) => columnsRead.get(key)?.unit ?? ownUnitOf(key),
    statesUnit: (key) =>
      shown.fileColumns.some(({ heading, unit }) => unit !== null && heading === columnsRead.get(key)?.heading),
    hasOwnUnits: bodyKeys.some((key) => {
      const answer = columns[key]
      return answer?.unitHeading !== undefined || answer?.readings?.includes('unit_in_cell') === true
    }),
    bodies,
    explained,
  }
}

/** What a file would change in the current table and what is wrong with it, as a preview and as its long lists. */
export function compareWithShown(
  checked: Checked,
  { rows, sheets, reading: _, allWarnings, ...described }: ReadPatients,
): { preview: ImportPreview; ids: ImportedIds; lists: Iterable<ListChunk> } {
  const findings = findFindings(checked)
  return {
    preview: { ...described, ...describeDiff(checked, findings), rowsInFile: rows.length },
    ids: nameIds(checked.diff),
    lists: packLists(checked, findings, { sheets, allWarnings }),
  }
}

/** The lists are created one after the other when they are written, because each may be as long as the table. */
function* packLists(
  checked: Checked,
  findings: readonly FoundFinding[],
  { sheets, allWarnings }: Pick<ReadPatients, 'sheets' | 'allWarnings'>,
): Generator<ListChunk> {
  yield* packChanges(checked.diff)
  yield* packWarnings(warningsList, allWarnings)
  for (const finding of findings) {
    yield* packWarnings(findingList(finding.id), listRowsBehind(finding, checked, sheets))
  }
}
