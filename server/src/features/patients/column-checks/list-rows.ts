import { shortened } from '../reading/words/cell-text.ts'
import type { ReadPatients } from '../reading/read-patients.ts'
import { indexOf } from '../compare/diff-tables.ts'
import type { FoundCell } from '../reading/value-list.ts'
import { headingOf } from '../reading/words/own-headings.ts'
import type { Checked, Finding } from './finding.ts'

const listedAtMost = 100_000

/** The first 100,000 rows behind a finding, as users find them in their file. */
export function* listRowsBehind(
  finding: Finding,
  { diff, headingOf: headingInFile }: Checked,
  sheets: ReadPatients['sheets'],
): Generator<FoundCell> {
  let listed = 0
  for (const { position, column, reason } of finding.rowsBehind()) {
    if (listed === listedAtMost) return
    listed += 1
    const value = diff.next[position - 1]?.[indexOf(column)] ?? ''
    yield {
      ...placeOf(position, sheets),
      column: headingInFile(column) ?? headingOf(column),
      value: shortened(String(value)),
      reason,
      memberId: String(diff.next[position - 1]?.[indexOf('memberId')]),
    }
  }
}

/** Where a row of the new table is in the file. */
export function placeOf(position: number, sheets: ReadPatients['sheets']): { sheet: string; row: number } {
  let before = 0
  for (const { name, rowNumbers } of sheets) {
    const row = rowNumbers[position - 1 - before]
    if (row !== undefined) return { sheet: name, row }
    before += rowNumbers.length
  }
  throw new Error(`No row of the file has the position ${position}`)
}
