import type { ReactNode } from 'react'
import styles from './days-place.module.css'

/** Reserves the space of a DatePicker, which is fetched after the page, so that nothing moves. */
export function DaysPlace({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}
