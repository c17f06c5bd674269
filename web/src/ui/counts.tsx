import { formatCount } from '../lib/numbers.ts'
import styles from './counts.module.css'

type Count = { label: string; count: number }

/** Counts side by side between two rules: new, changed, unchanged, removed. */
export function Counts({ items }: { items: Count[] }) {
  return (
    <dl className={styles.counts}>
      {items.map((item) => (
        <div key={item.label}>
          <dt className="caps">{item.label}</dt>
          <dd>{formatCount(item.count)}</dd>
        </div>
      ))}
    </dl>
  )
}
