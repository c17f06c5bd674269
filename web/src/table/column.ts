import type { ReactNode } from 'react'

export type CellValue = string | number | boolean | Date | null | undefined

export type Column<Row> = {
  key: string
  label: string
  /** Follows the label outside the small capitals, with its own space where the heading has one: " (mmHg)". */
  unit?: string
  /** Stands beside the heading, small, as "UTC" for times. */
  note?: string
  sortable?: boolean
  /** "figures" sets digits of equal width, "paragraph" wraps, "rest" wraps in the width that the others leave. */
  kind?: 'text' | 'number' | 'id' | 'figures' | 'paragraph' | 'rest' | 'actions'
  minWidth?: string
  /** Longer content is clipped here; a text shows whole in its tooltip. */
  maxWidth?: string
  /** What is sorted by and shown without a renderer; the row's property of this key unless given. */
  value?: (row: Row) => CellValue
  /** What the value is, as "member id": gives the cell a button that copies it. */
  copies?: string
  /** A small button beside the one that copies. */
  beside?: (row: Row) => ReactNode
  render?: (row: Row) => ReactNode
}

export type Sort = { key: string; order: 'asc' | 'desc' }

/** The value of a cell: what it sorts by, and what it shows unless the column renders it. */
export function cellValue<Row extends object>(column: Column<Row>, row: Row): CellValue {
  if (column.value) return column.value(row)
  const value: unknown = Reflect.get(row, column.key)
  return isCellValue(value) ? value : undefined
}

function isCellValue(value: unknown): value is CellValue {
  return value === null || value === undefined || value instanceof Date || typeof value !== 'object'
}
