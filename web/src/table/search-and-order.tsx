import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon, MinusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { MoreMenu } from '../ui/buttons/more-menu.tsx'
import type { Sort } from './column.ts'
import styles from './search-and-order.module.css'
import { nextSort } from './sort-rows.ts'

type OrderMenuProps = {
  columns: readonly { key: string; label: string; sortable?: boolean }[]
  sort: Sort | null | undefined
  onSort: (sort: Sort | null) => void
}

const arrows = { asc: ArrowUpIcon, desc: ArrowDownIcon, none: MinusIcon } as const
const orders = { asc: 'ascending', desc: 'descending', none: 'not sorted' } as const

/** Chooses the order of a table without headings, in the same three steps as a heading. */
export function OrderMenu({ columns, sort = null, onSort }: OrderMenuProps) {
  const orderOf = (key: string) => (sort?.key === key ? sort.order : 'none')
  return (
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
  )
}

type SearchAndOrderProps = Omit<OrderMenuProps, 'onSort'> & {
  /** The search field. */
  children: ReactNode
  isNarrow: boolean
  onSort: OrderMenuProps['onSort'] | undefined
}

/** The search of a list, and beside it, where the table has no headings, the menu for its order. */
export function SearchAndOrder({ children, isNarrow, onSort, ...order }: SearchAndOrderProps) {
  if (!isNarrow || !onSort) return children
  return (
    <div className={styles.both}>
      {children}
      <OrderMenu {...order} onSort={onSort} />
    </div>
  )
}
