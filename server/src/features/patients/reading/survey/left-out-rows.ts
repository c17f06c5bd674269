import { type ImportAnswers, type RowKind, rowKinds } from '@health-console/contract/patients/answers.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { shownValue } from '../words/cell-text.ts'
import type { RowClassifier } from './classify-rows.ts'

/** The rows of a sheet that are not patients: the first of each kind, and how many there are. */
export type LeftOut = {
  rows: { row: number; kind: RowKind; cells: string[] }[]
  counts: Partial<Record<RowKind, number>>
  /** Other tables below the first: where their headings are, and how many rows follow. Absent from 1.0.0's surveys. */
  tables?: { row: number; rows: number }[]
}

const listedOfKind = 100
const namedCells = 5
/** A hostile file has a million. */
const listedTables = 10

/** Counts rows that are not patients. */
export class LeftOutRows {
  readonly #found: Required<LeftOut> = { rows: [], counts: {}, tables: [] }
  /** The last other table, listed or not. */
  #table = { row: 0, rows: 0 }

  /** @param classifier after it has classified the row */
  add(
    row: number,
    kind: RowKind,
    cells: readonly (Cell | undefined)[],
    { isOtherTable, beginsTable }: Pick<RowClassifier, 'isOtherTable' | 'beginsTable'>,
  ): void {
    const { rows, counts, tables } = this.#found
    if (beginsTable) {
      this.#table = { row, rows: 0 }
      if (tables.length < listedTables) tables.push(this.#table)
    } else if (isOtherTable && kind === 'unlike') this.#table.rows += 1
    counts[kind] = (counts[kind] ?? 0) + 1
    if (counts[kind] > listedOfKind) return
    const shown = cells.filter((cell) => cell !== undefined).slice(0, namedCells)
    rows.push({ row, kind, cells: shown.map(shownValue) })
  }

  end(): LeftOut {
    return this.#found
  }
}

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
