import { useRef } from 'react'
import type { Column } from '../../../../table/column.ts'
import { ScrollTable } from '../../../../table/scroll-table.tsx'
import { useIsNarrow } from '../../../../table/use-is-narrow.ts'

type DialogTableProps<Row extends { id: string }> = {
  label: string
  columns: Column<Row>[]
  /** Replaces all columns where they do not fit side by side. */
  stacked: Column<Row>
  rows: Row[]
  /** When this changes, the table scrolls back to its first row. */
  scrollKey?: string
}

/** The columns for phones. */
const stackedBelow = 520

/** A table in a dialog. In a narrow dialog it has one column of short paragraphs. */
export function DialogTable<Row extends { id: string }>({ columns, stacked, ...table }: DialogTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(box, stackedBelow)
  return (
    <div ref={box}>
      <ScrollTable {...table} columns={isNarrow ? [stacked] : columns} density="compact" />
    </div>
  )
}
