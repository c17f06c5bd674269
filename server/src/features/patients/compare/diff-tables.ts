import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { idKeyOf } from '../reading/words/read-value.ts'
import { isSameValue } from './same-value.ts'

/** A row of both tables with different values. Positions start at 1. */
export type ChangedRow = {
  now: PatientRow
  next: PatientRow
  nowPosition: number
  nextPosition: number
  /** A bit mask of the columns whose values differ. */
  columns: number
}

/** What a new table would change in the current one, by member ID. Positions start at 1. */
export type TableDiff = {
  now: readonly PatientRow[]
  next: readonly PatientRow[]
  /** Positions in the new table. */
  added: number[]
  changed: ChangedRow[]
  unchanged: number
  /** Positions in the current table. */
  removed: number[]
  /** A bit for each column in which any row changes. */
  columns: number
}

export const columnKeys: readonly PatientColumnKey[] = patientColumns.map(({ key }) => key)

/** The position of a column in a row. */
export const indexOf = (key: PatientColumnKey): number => columnKeys.indexOf(key)

export const bitOf = (key: PatientColumnKey): number => 1 << indexOf(key)

/** Whether a column has other values than before, or may have because rows are added or removed. */
export const isTouched = ({ added, removed, columns }: TableDiff, key: PatientColumnKey): boolean =>
  added.length > 0 || removed.length > 0 || (columns & bitOf(key)) !== 0

export function diffTables(now: readonly PatientRow[], next: readonly PatientRow[]): TableDiff {
  const positions = positionsById(next)
  const diff: TableDiff = { now, next, added: [], changed: [], unchanged: 0, removed: [], columns: 0 }
  const isKnown = new Uint8Array(next.length + 1)
  for (let index = 0; index < now.length; index += 1) {
    const row = now[index] ?? []
    const nextPosition = positions.get(idKeyOf(String(row[0])))
    const nextRow = nextPosition === undefined ? undefined : next[nextPosition - 1]
    if (nextPosition === undefined || !nextRow) {
      diff.removed.push(index + 1)
      continue
    }
    isKnown[nextPosition] = 1
    const columns = changedColumnsOf(row, nextRow)
    if (columns === 0) diff.unchanged += 1
    else diff.changed.push({ now: row, next: nextRow, nowPosition: index + 1, nextPosition, columns })
    diff.columns |= columns
  }
  for (let position = 1; position <= next.length; position += 1) {
    if (isKnown[position] === 0) diff.added.push(position)
  }
  return diff
}

/** Positions start at 1. */
function positionsById(rows: readonly PatientRow[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (let index = 0; index < rows.length; index += 1) positions.set(idKeyOf(String(rows[index]?.[0])), index + 1)
  return positions
}

/** A bit mask of the columns whose values differ. */
function changedColumnsOf(now: PatientRow, next: PatientRow): number {
  let columns = 0
  for (let index = 0; index < columnKeys.length; index += 1) {
    if (!isSameValue(now[index] ?? null, next[index] ?? null)) columns |= 1 << index
  }
  return columns
}
