import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { isSameValue } from './same-value.ts'

/** A row of both tables with other values. Positions count from 1. */
export type ChangedRow = {
  now: PatientRow
  next: PatientRow
  nowPosition: number
  nextPosition: number
  /** The bits of the columns with another value. */
  columns: number
}

/** What a new table would change in the shown one, by member ID. Positions count from 1. */
export type TableDiff = {
  now: readonly PatientRow[]
  next: readonly PatientRow[]
  /** Positions in the new table. */
  added: number[]
  changed: ChangedRow[]
  unchanged: number
  /** Positions in the shown table. */
  removed: number[]
}

export const columnKeys: readonly PatientColumnKey[] = patientColumns.map(({ key }) => key)

/** The place of a column in a row. */
export const indexOf = (key: PatientColumnKey): number => columnKeys.indexOf(key)

export const bitOf = (key: PatientColumnKey): number => 1 << indexOf(key)

/** @param now rows that are the very ones of `next` are not looked at: those are unchanged */
export function diffTables(now: readonly PatientRow[], next: readonly PatientRow[]): TableDiff {
  const positions = new Map(next.map((row, index) => [row[0], index + 1]))
  const diff: TableDiff = { now, next, added: [], changed: [], unchanged: 0, removed: [] }
  const isKnown = new Uint8Array(next.length + 1)
  for (const [index, row] of now.entries()) {
    const nextPosition = positions.get(row[0])
    const nextRow = nextPosition === undefined ? undefined : next[nextPosition - 1]
    if (nextPosition === undefined || !nextRow) {
      diff.removed.push(index + 1)
      continue
    }
    isKnown[nextPosition] = 1
    const columns = row === nextRow ? 0 : changedColumnsOf(row, nextRow)
    if (columns === 0) diff.unchanged += 1
    else diff.changed.push({ now: row, next: nextRow, nowPosition: index + 1, nextPosition, columns })
  }
  for (let position = 1; position <= next.length; position += 1) {
    if (isKnown[position] === 0) diff.added.push(position)
  }
  return diff
}

/** The bits of the columns with another value. */
export function changedColumnsOf(now: PatientRow, next: PatientRow): number {
  let columns = 0
  for (let index = 0; index < columnKeys.length; index += 1) {
    if (!isSameValue(now[index] ?? null, next[index] ?? null)) columns |= 1 << index
  }
  return columns
}
