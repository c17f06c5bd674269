import { type ImportAnswers, type RowKind, rowKinds } from '@health-console/contract/patients/answers.ts'

/** The rows of a sheet that are not patients: the first of each kind, and how many there are. */
export type LeftOut = {
  rows: { row: number; kind: RowKind; cells: string[] }[]
  counts: Partial<Record<RowKind, number>>
  /** Other tables below the first: where their headings are, and how many rows follow. Absent from 1.0.0's surveys. */
  tables?: { row: number; rows: number }[]
}

/** How many rows of each kind are listed. */
export const listedOfKind = 100

/** How rows of a kind are treated; undefined if this has to be asked. */
export function policyOf(
  kind: RowKind,
  { rowsWithoutId, unlikeRows }: Pick<ImportAnswers, 'rowsWithoutId' | 'unlikeRows'>,
) {
  if (kind === 'without_id') return rowsWithoutId
  return kind === 'unlike' ? unlikeRows : 'leave_out'
}

/** The left-out rows of several sheets together. */
export function joinLeftOut(
  sheets: readonly { name: string; leftOut: LeftOut }[],
  kinds: readonly RowKind[] = rowKinds,
) {
  const counts: LeftOut['counts'] = {}
  const rows = kinds.flatMap((kind) => {
    const count = sheets.reduce((sum, { leftOut }) => sum + (leftOut.counts[kind] ?? 0), 0)
    if (count > 0) counts[kind] = count
    const found = sheets.flatMap(({ name, leftOut }) => leftOut.rows.map((row) => ({ sheet: name, ...row })))
    return found.filter((row) => row.kind === kind).slice(0, listedOfKind)
  })
  const tables = sheets.flatMap(({ name, leftOut }) =>
    (leftOut.tables ?? []).map((table) => ({ sheet: name, ...table })),
  )
  return { rows, counts, tables }
}
