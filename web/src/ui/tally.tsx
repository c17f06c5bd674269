import type { ReactNode } from 'react'
import { formatCount } from '../lib/numbers.ts'
import styles from './tally.module.css'

type TallyItem = { label: string; count: number; aside?: ReactNode }

/** Counts side by side between the two rules: new, changed, unchanged, removed. */
export function Tally({ items }: { items: TallyItem[] }) {
  return (
    <dl className={styles.tally}>
      {items.map((item) => (
        <div key={item.label}>
          <dt className="caps">{item.label}</dt>
          <dd>
            {formatCount(item.count)}
            {item.aside && <small>{item.aside}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
