import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon, MinusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { MoreMenu } from '../ui/buttons/more-menu.tsx'
import type { Sort } from './column.ts'
import styles from './search-and-order.module.css'
import { nextSort } from './sort-rows.ts'

type SearchAndOrderProps = {
  /** The search field. */
  children: ReactNode
  isNarrow: boolean
  columns: readonly { key: string; label: string; sortable?: boolean }[]
  sort: Sort | null | undefined
  onSort: ((sort: Sort | null) => void) | undefined
}

const arrows = { asc: ArrowUpIcon, desc: ArrowDownIcon, none: MinusIcon } as const
const orders = { asc: 'ascending', desc: 'descending', none: 'not sorted' } as const

/** The search of a list, and beside it, where the table has no headings, a menu with the same three steps for its order. */
export function SearchAndOrder({ children, isNarrow, columns, sort = null, onSort }: SearchAndOrderProps) {
  if (!isNarrow || !onSort) return children
  const orderOf = (key: string) => (sort?.key === key ? sort.order : 'none')
  return (
    <div className={styles.both}>
      {children}
      <MoreMenu
        label="Order"
        opener={ArrowUpDownIcon}
        actions={columns
          .filter(({ sortable }) => sortable)
          .map(({ key, label }) => ({
            icon: arrows[orderOf(key)],
            label,
            name: `${label}, ${orders[orderOf(key)]}`,
            onChoose: () => onSort(nextSort(sort, key)),
          }))}
      />
    </div>
  )
}
