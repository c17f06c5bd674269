import type { ReactNode } from 'react'
import { EmptyState, LoadingState } from '../../../../ui/page/empty-state.tsx'
import { ErrorPanel, type ErrorPanelProps } from '../../../../ui/page/error-panel.tsx'
import { nothingFound } from '../../../../table/data-table.tsx'
import styles from './import-parts.module.css'

type ListPanelProps = {
  list: {
    loading: boolean
    failed: ErrorPanelProps | null
    status: string
    footer: ReactNode
  }
  count: number
  /** The table of the rows. */
  children: ReactNode
}

/** A paged list in the dialog: its table and pager, or what is shown instead. */
export function ListPanel({ list: { loading, failed, status, footer }, count, children }: ListPanelProps) {
  return (
    <div>
      <p className="sr-only" role="status">
        {status}
      </p>
      {failed ? (
        <ErrorPanel {...failed} />
      ) : count > 0 ? (
        <div className={loading ? styles.old : undefined}>{children}</div>
      ) : loading ? (
        <LoadingState />
      ) : (
        <EmptyState {...nothingFound} />
      )}
      {footer}
    </div>
  )
}
