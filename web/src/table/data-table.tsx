import type { ReactNode, Ref } from 'react'
import { LoadingLine } from '../ui/spinner.tsx'
import {
  EmptyState,
  type EmptyStateProps,
  ErrorLine,
  ErrorPanel,
  type ErrorPanelProps,
  LoadingState,
} from '../ui/page/empty-state.tsx'
import { ScrollTable, type ScrollTableProps } from './scroll-table.tsx'
import styles from './data-table.module.css'

type DataTableProps<Row extends { id: string }> = ScrollTableProps<Row> & {
  /** With rows it stands above them. */
  failed?: ErrorPanelProps | null | undefined
  /** The rows are not those that were asked for. */
  isOld?: boolean
  empty?: EmptyStateProps
  /** Above the table, and only with it: it comes and goes with the rows. */
  above?: ReactNode
  /** Below the table: the pager. */
  footer?: ReactNode
  /** The result of the last change of the list, for screen readers. */
  status?: string
  /** The whole section, to measure. */
  ref?: Ref<HTMLElement>
}

/** The empty state of a list that can be searched or filtered; `hint` is for one that is not. */
export const nothingFound = { title: 'Nothing found.', subtitle: 'Adjust the search or try again later.' }

/** The list of a page: a table that fills the remaining height, or its empty, loading or error state. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, loading = false, failed, isOld = false, empty, rows, pinFirst, above, footer } = props
  const { status, ref } = props
  return (
    <section ref={ref} className={styles.section} aria-label={label} data-wide={pinFirst || undefined}>
      {/* the live region must exist before its text, or screen readers stay silent */}
      <p className="sr-only" role="status">
        {status}
      </p>
      {failed && rows.length === 0 ? (
        <ErrorPanel {...failed} />
      ) : loading && rows.length === 0 ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <>
          {above}
          {failed && <ErrorLine {...failed} />}
          <div className={styles.table}>
            <ScrollTable {...props} loading={loading || (isOld && Boolean(failed))} label={`${label} table`} />
            {loading && <LoadingLine />}
          </div>
        </>
      )}
      {footer}
    </section>
  )
}
