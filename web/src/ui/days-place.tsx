import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './days-place.module.css'

type DaysPlaceProps = { isRange: boolean; hasReset: boolean; children: ReactNode }

/** Reserves the space of a DaysFilter, which is fetched after the page, so that nothing moves. */
export function DaysPlace({ isRange, hasReset, children }: DaysPlaceProps) {
  return (
    <div className={classNames(styles.place, hasReset && styles.withReset, isRange && styles.range)}>{children}</div>
  )
}
