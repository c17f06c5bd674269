import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { cellValue, type Column, type Sort } from './column.ts'
import { compareCells } from './sort-rows.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

type SortedTableOptions<Row extends { id: string }> = {
  columns: Column<Row>[]
  rows: Row[]
  /** undefined: the table keeps its own sort. */
  sort: Sort | null | undefined
  onSort: ((sort: Sort | null) => void) | undefined
  /** The rows arrive in order; a click on a heading only reports. */
  manual: boolean
}

/** A TanStack table over our columns, with at most one sort: ascending, descending, none. */
export function useSortedTable<Row extends { id: string }>(options: SortedTableOptions<Row>) {
  const { columns, rows, sort, onSort, manual } = options
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const current = sort === undefined ? ownSort : sort
  const definitions = useMemo(() => columns.map(toDefinition), [columns])
  const sorting = useMemo(() => (current ? [{ id: current.key, desc: current.order === 'desc' }] : []), [current])

  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row: Row) => row.id,
    state: { sorting },
    manualSorting: manual,
    enableMultiSort: false,
    onSortingChange: (updater) => {
      const [first] = typeof updater === 'function' ? updater(sorting) : updater
      const next: Sort | null = first ? { key: first.id, order: first.desc ? 'desc' : 'asc' } : null
      setOwnSort(next)
      onSort?.(next)
    },
  })
}

function toDefinition<Row extends { id: string }>(column: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.key,
    accessorFn: (row) => cellValue(column, row),
    enableSorting: column.sortable ?? false,
    sortDescFirst: false,
    sortUndefined: false,
    sortFn: (left, right, id) => compareCells(left.getValue(id), right.getValue(id)),
  }
}
