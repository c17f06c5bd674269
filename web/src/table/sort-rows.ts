import { createStore } from '../lib/store.ts'
import { cellValue, type CellValue, type Column, type Sort } from './column.ts'

/** It is created for the first sort; `dates.ts` explains why. */
const natural = createStore<Intl.Collator | null>(null)

/** The sorted rows. Without a sort, the rows stay as they are. */
export function sortRows<Row extends object>(rows: Row[], columns: Column<Row>[], sort: Sort | null): Row[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!sort || !column) return rows
  const sign = sort.order === 'asc' ? 1 : -1
  return rows.toSorted((left, right) => sign * compareCells(cellValue(column, left), cellValue(column, right)))
}

/** The sort after a click on a column's heading: ascending, descending, then none. */
export function nextSort(current: Sort | null, key: string): Sort | null {
  if (current?.key !== key) return { key, order: 'asc' }
  return current.order === 'asc' ? { key, order: 'desc' } : null
}

/**
 * Compares two cells in ascending order: numbers and dates by value, texts naturally ("9" before "10"). A missing value
 * comes last. Descending order is the exact reverse, so there it comes first.
 */
export function compareCells(left: CellValue, right: CellValue): number {
  const leftMissing = isMissing(left)
  const rightMissing = isMissing(right)
  if (leftMissing || rightMissing) return Number(leftMissing) - Number(rightMissing)
  const leftNumber = toNumber(left)
  const rightNumber = toNumber(right)
  if (leftNumber !== null && rightNumber !== null) return leftNumber - rightNumber
  // In a mixed column, numbers come before texts.
  if (leftNumber !== null || rightNumber !== null) return leftNumber === null ? 1 : -1
  const collator = natural.get() ?? new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  natural.set(collator)
  return collator.compare(String(left), String(right))
}

/** Whether a cell shows "-". */
export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value === 'number') return Number.isNaN(value)
  return value instanceof Date && Number.isNaN(value.getTime())
}

function toNumber(value: CellValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.getTime() : null
}
