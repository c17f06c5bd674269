import type { ReactNode } from 'react'
import styles from './action-line.module.css'

/** A line of a dialog with a text, and a button at the end. */
export function ActionLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>
}
