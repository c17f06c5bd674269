import { ArrowDownIcon, ArrowUpIcon, ChevronsUpDownIcon } from 'lucide-react'
import { Icon } from '../ui/icon.tsx'
import type { Column } from './column.ts'
import styles from './sort-heading.module.css'

type SortHeadingProps<Row> = {
  column: Column<Row>
  order: 'asc' | 'desc' | null
  onClick: () => void
}

const arrows = { asc: ArrowUpIcon, desc: ArrowDownIcon } as const

/** The text of a heading. In a sortable column it is a button. */
export function SortHeading<Row>({ column, order, onClick }: SortHeadingProps<Row>) {
  const text = (
    <span>
      <span className={column.hidesLabel ? 'sr-only' : 'caps'}>{column.label}</span>
      {column.unit && <span className="unit">{column.unit}</span>}
    </span>
  )
  const note = column.note && <span className="unit"> {column.note}</span>
  return (
    <>
      {column.sortable ? (
        <button type="button" className={styles.sort} data-repeats onClick={onClick}>
          {text}
          <Icon icon={order ? arrows[order] : ChevronsUpDownIcon} size={14} stroke={2} />
        </button>
      ) : (
        text
      )}
      {note}
    </>
  )
}
