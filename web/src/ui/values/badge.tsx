import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './badge.module.css'

type BadgeProps = { colour?: 'green' | 'red' | 'yellow' | 'grey'; label: ReactNode }

export function Badge({ colour = 'grey', label }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[colour])}>{label}</span>
}

/** A quieter label beside a name, such as "You". */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
