import type { ReactNode } from 'react'

export type CellValue = string | number | boolean | Date | null | undefined

export type Column<Row> = {
  key: string
  label: string
  /** Follows the label, but not in small capitals. It includes a leading space if the heading has one: " (mmHg)". */
  unit?: string
  /** Shown small beside the heading: "UTC" for times, or a button. */
  note?: ReactNode
  /** The heading is only for screen readers, because the cells speak for themselves. */
  hidesLabel?: boolean
  /** The class of the heading's cell, for the styles of one table. */
  headingClass?: string | undefined
  sortable?: boolean
  /**
   * "figures" uses digits of equal width. "name" wraps to two lines. "paragraph" wraps. "rest" wraps in
   * the width that the other columns leave.
   */
  kind?: 'text' | 'name' | 'number' | 'id' | 'figures' | 'paragraph' | 'rest' | 'actions'
  /** The cells have less space at their sides. */
  snug?: boolean
  minWidth?: string
  /** Longer content is clipped. The tooltip has the whole text. */
  maxWidth?: string
  /** The value to sort by, and to show if there is no renderer. By default it is the row's property with this key. */
  value?: (row: Row) => CellValue
  /** The name of the value, such as "Member ID". It adds a copy button to the cell. */
  copies?: string
  /** A small button beside the copy button. */
  beside?: (row: Row) => ReactNode
  render?: (row: Row) => ReactNode
  /**
   * What this column shows in a narrow table, which leaves out the columns without it: a row of two lines in the first
   * one, and a menu in that of the actions.
   */
  narrow?: (row: Row) => ReactNode
}

export type Sort = { key: string; order: 'asc' | 'desc' }

/** The value of a cell, for sorting, and for display if the column has no renderer. */
export function cellValue<Row extends object>(column: Column<Row>, row: Row): CellValue {
  if (column.value) return column.value(row)
  const value: unknown = Reflect.get(row, column.key)
  return isCellValue(value) ? value : undefined
}

function isCellValue(value: unknown): value is CellValue {
  return value === null || value === undefined || value instanceof Date || typeof value !== 'object'
}
