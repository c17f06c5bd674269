import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column } from '../../table/column.ts'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'

type RowOpenerProps = {
  isOpen: boolean
  /** The accessible name: which row it is. */
  name: string
  title?: string | undefined
  className: string | undefined
  onClick: () => void
  children: ReactNode
}

/** The button of a row that opens its details below it. */
export function RowOpener({ isOpen, name, className, children, ...rest }: RowOpenerProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(rowLinkClass, className)}
      aria-expanded={isOpen}
      aria-label={name}
    >
      {children}
    </button>
  )
}

/** The column that shows whether the details of a row are open. */
export const detailsColumn = <Row extends { id: string }>(
  openId: string | null,
  { minWidth, className }: { minWidth: string; className: string | undefined },
): Column<Row> => ({
  key: 'more',
  label: 'Details',
  hidesLabel: true,
  minWidth,
  render: ({ id }) => (
    <Icon icon={id === openId ? ChevronUpIcon : ChevronDownIcon} className={classNames(className, 'screen-only')} />
  ),
})
