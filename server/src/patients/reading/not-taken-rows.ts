import { type RowKind, rowKinds } from '@health-console/contract/patient-answers.ts'
import type { Cell } from '../../spreadsheet/cells.ts'
import { shownValue } from './cell-text.ts'

/** The rows of a sheet that look like no patient: the first of them, and how many of each kind. */
export type NotTaken = {
  rows: { row: number; kind: RowKind; cells: string[] }[]
  counts: Partial<Record<RowKind, number>>
}

const listedRows = 100
const namedCells = 5

/** Counts rows that look like no patient. */
export class NotTakenRows {
  readonly #found: NotTaken = { rows: [], counts: {} }

  add(row: number, kind: RowKind, cells: readonly (Cell | undefined)[]): void {
    const { rows, counts } = this.#found
    counts[kind] = (counts[kind] ?? 0) + 1
    if (rows.length >= listedRows) return
    const shown = cells.filter((cell) => cell !== undefined).slice(0, namedCells)
    rows.push({ row, kind, cells: shown.map(shownValue) })
  }

  end(): NotTaken {
    return this.#found
  }
}

/** Those of several sheets together. */
export function joinNotTaken(sheets: readonly { name: string; notTaken: NotTaken }[]) {
  const counts: NotTaken['counts'] = {}
  for (const { notTaken } of sheets) {
    for (const kind of rowKinds) {
      const rows = notTaken.counts[kind] ?? 0
      if (rows > 0) counts[kind] = (counts[kind] ?? 0) + rows
    }
  }
  const rows = sheets.flatMap(({ name, notTaken }) => notTaken.rows.map((row) => ({ sheet: name, ...row })))
  return { rows: rows.slice(0, listedRows), counts }
}
