import type { ReactNode } from 'react'
import { Scale } from '../values/scale.tsx'
import { Loading } from '../spinner.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  title?: string
  subtitle?: string | undefined
  /** A smaller third line, which says where the items of the list come from. */
  hint?: string | undefined
  /** The next step: one button or link. */
  action?: ReactNode
}

/** Shown for an empty list. The needle of the scale is left of zero. */
export function EmptyState({ title = 'No items.', subtitle, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state} role="status">
      <Scale needle="before" />
      <b>{title}</b>
      {subtitle && <p>{subtitle}</p>}
      {hint && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  )
}

export function LoadingState() {
  return <Loading className={styles.state} />
}
