import type { ReactNode } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import styles from './counts.module.css'

/** Counts side by side between two rules: new, changed, unchanged, removed. */
export function Counts({ items }: { items: { label: string; count: number }[] }) {
  return <Readouts items={items.map(({ label, count }) => ({ label, value: formatCount(count) }))} />
}

/** Figures in the same form. */
export function Readouts({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.counts}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt className="caps">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
