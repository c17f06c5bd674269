import type { ReactNode, Ref } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './days-place.module.css'

type DaysPlaceProps = {
  ref?: Ref<HTMLDivElement>
  /** Whether the field shares a line with the buttons on phones, too. */
  isShort?: boolean
  children: ReactNode
}

/** Reserves the space of a DatePicker, which is fetched after the page, so that nothing moves. */
export function DaysPlace({ ref, isShort = false, children }: DaysPlaceProps) {
  return (
    <div ref={ref} className={classNames(styles.place, isShort && styles.short)}>
      {children}
    </div>
  )
}
