import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './days-place.module.css'

type DaysPlaceProps = { isRange: boolean; hasReset: boolean; children: ReactNode }

/** Where a DaysFilter stands, which is fetched after the page: nothing moves when it comes. */
export function DaysPlace({ isRange, hasReset, children }: DaysPlaceProps) {
  return (
    <div className={classNames(styles.place, hasReset && styles.withReset, isRange && styles.range)}>{children}</div>
  )
}
