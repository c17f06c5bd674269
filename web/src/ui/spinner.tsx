import type { ReactNode } from 'react'
import { useDelay } from '../lib/use-delay.ts'
import styles from './spinner.module.css'

/** The ring inside buttons and toasts. */
export function Spinner() {
  return <span className={styles.ring} aria-hidden="true" />
}

/** The logo's five strokes light up in turn, while a page or a table is being fetched. */
function LoadingMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}

/** Says that something is being fetched. Nothing is shown at first, so that a fast response does not flash a spinner. */
export function Loading({ className, afterMs = 200 }: { className: string | undefined; afterMs?: number }) {
  const isLate = useDelay(afterMs)
  return (
    <div className={className} role="status" aria-label="Loading">
      {isLate && <LoadingMark />}
    </div>
  )
}

/** The line at the top of a table whose rows are about to be replaced. */
export function LoadingLine() {
  return <div className={styles.line} role="status" aria-label="Loading" />
}

/** Fills the window while the console is being fetched. */
export function PageSpinner() {
  return <Loading className={styles.page} />
}

/** Shows its content after 200 ms, so that a fast response does not flash a spinner. */
export function Delayed({ children }: { children: ReactNode }) {
  return useDelay(200) && children
}
