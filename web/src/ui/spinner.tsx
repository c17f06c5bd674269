import type { ReactNode } from 'react'
import { useDelay } from '../lib/use-delay.ts'
import styles from './spinner.module.css'

/** The ring inside buttons and toasts. */
export function Spinner() {
  return <span className={styles.ring} aria-hidden="true" />
}

/** The mark's five strokes lighting up in turn: a page or a table is being fetched. */
export function LoadingMark() {
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

/** Fills the window while the console itself is fetched; nothing shows for the first 200 ms. */
export function PageSpinner() {
  return (
    <div className={styles.page} role="status" aria-label="Loading">
      <Delayed>
        <LoadingMark />
      </Delayed>
    </div>
  )
}

/** Shows its content after 200 ms: a fast answer must not flash a spinner. */
export function Delayed({ children }: { children: ReactNode }) {
  return useDelay(200) && children
}
