import type { TableDiff } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { asksForConfirmation, type Checked, countRows, type Finding } from './finding.ts'
import { PatientsByValues } from './patients-by-values.ts'

/** Fewer rows than this may have corrected IDs. */
const fewRows = 3
const someShare = 0.01

/** A row, and the member ID of another row with the same values. */
type Twin = { position: number; memberId: string }

/** Rows that have a different member ID than before. */
export function checkRenumbered({ diff }: Checked): Finding[] {
  if (diff.now.length === 0) return []
  const before = new PatientsByValues(touchedRows(diff))
  const positions = [...diff.changed.map(({ nextPosition }) => nextPosition), ...diff.added]
  const moved = findTwins(before, diff.next, positions)
  return describeTwins(moved, diff.now.length, {
    kind: 'ids_renumbered',
    title: `${countRows(moved.length)} have values of other Member IDs`,
    detail: 'IDs may have been renumbered, or the ID column shifted.',
    reason: 'The same values had',
  })
}

/** The rows of the current table that do not stay unchanged. */
function* touchedRows({ now, changed, removed }: TableDiff): Generator<PatientRow> {
  for (const row of changed) yield row.now
  for (const position of removed) yield now[position - 1] ?? []
}

/** New rows with the values of other rows in the file, but other IDs. */
export function checkDoubled({ diff }: Checked): Finding[] {
  if (diff.now.length === 0 || diff.added.length === 0) return []
  const added = new Set(diff.added)
  const others = new PatientsByValues(diff.next.filter((_, at) => !added.has(at + 1)))
  const doubled = findTwins(others, diff.next, diff.added)
  return describeTwins(doubled, diff.added.length, {
    kind: 'other',
    title: `${countRows(doubled.length)} duplicate other rows`,
    detail: 'the new rows have the same values as rows with another Member ID.',
    reason: 'The same values as',
  })
}

function findTwins(patients: PatientsByValues, rows: readonly PatientRow[], positions: readonly number[]): Twin[] {
  return positions.flatMap((position) => {
    const row = rows[position - 1] ?? []
    const [memberId] = patients.find(row) ?? []
    return memberId === undefined || memberId === row[0] ? [] : [{ position, memberId: String(memberId) }]
  })
}

/** A finding, unless the twins are few of so many rows. */
function describeTwins(
  twins: readonly Twin[],
  among: number,
  { reason, ...finding }: Pick<Finding, 'kind' | 'title' | 'detail'> & { reason: string },
): Finding[] {
  if (twins.length < fewRows || twins.length < among * someShare) return []
  const rowsBehind = () =>
    twins.map(({ position, memberId }) => ({ position, column: 'memberId' as const, reason: `${reason} ${memberId}` }))
  return [{ ...finding, columns: ['memberId'], rows: twins.length, ...asksForConfirmation, rowsBehind }]
}
