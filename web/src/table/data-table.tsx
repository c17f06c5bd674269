import type { ReactNode, Ref } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Loading, LoadingLine } from '../ui/spinner.tsx'
import { EmptyState, type EmptyStateProps } from '../ui/page/empty-state.tsx'
import { ErrorLine, ErrorPanel, type ErrorPanelProps } from '../ui/page/error-panel.tsx'
import { ScrollTable, type ScrollTableProps } from './scroll-table.tsx'
import styles from './data-table.module.css'

type DataTableProps<Row extends { id: string }> = ScrollTableProps<Row> & {
  /** An error that is shown above the rows if there are any. */
  failed?: ErrorPanelProps | null | undefined
  /** Whether the rows are not those that were requested. */
  isOld?: boolean
  empty?: EmptyStateProps
  /** Shown above the table, and only together with it. */
  above?: ReactNode
  /** Shown below the table: the pager. */
  footer?: ReactNode
  /** The result of the last change of the list, for screen readers. */
  status?: string
  /** Whether it is as high as its rows, so that the page scrolls. */
  isWhole?: boolean
  /** The whole section, to measure it. */
  ref?: Ref<HTMLElement>
}

/** The empty state of a list that can be searched or filtered; `hint` is for one that is not. */
export const nothingFound = { title: 'Nothing found.', subtitle: 'Adjust the search or try again later.' }

/** The list of a page: a table that fills the remaining height, or its empty or error state. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, loading = false, failed, isOld = false, empty, rows, pinFirst, above, footer } = props
  const { status, isWhole = false, ref } = props
  return (
    <section
      ref={ref}
      className={classNames(styles.section, isWhole && styles.whole)}
      aria-label={label}
      data-wide={pinFirst || undefined}
    >
      {/* The live region must exist before its text, otherwise screen readers stay silent. */}
      <p className="sr-only" role="status">
        {status}
      </p>
      {failed && rows.length === 0 ? (
        <ErrorPanel {...failed} />
      ) : rows.length === 0 && !loading ? (
        <EmptyState {...empty} />
      ) : (
        <>
          {above}
          {failed && <ErrorLine {...failed} />}
          <div className={styles.table}>
            {/* Its head is drawn before the first response, from page to page at the same place. */}
            <ScrollTable {...props} loading={loading || (isOld && Boolean(failed))} label={`${label} table`} />
            {loading && (rows.length > 0 ? <LoadingLine /> : <Loading className={styles.first} afterMs={300} />)}
          </div>
        </>
      )}
      {footer}
    </section>
  )
}
