import type { ReactNode } from 'react'
import styles from './action-line.module.css'

/** A line of a dialog: what it is about, and the button for it at the end. */
export function ActionLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>
}
