import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './history-list.module.css'

type HistoryItem = {
  id: string
  /** Shown at the tick: a version plate. */
  plate?: ReactNode
  title: ReactNode
  badge?: ReactNode
  detail: ReactNode
  /** Shown as a tooltip of the detail, which is clipped to one line. */
  detailTitle?: string
  /** Shown below the detail. */
  more?: ReactNode
  action?: ReactNode
  /** On phones, the action is a "…" menu at the first line. */
  hasMenu?: boolean
  current?: boolean
}

/** A vertical scale. Each item is a major tick with its time, and the current one has the needle. */
export function HistoryList({ items }: { items: HistoryItem[] }) {
  return (
    <ol className={styles.history}>
      {items.map((item) => (
        <li
          key={item.id}
          className={classNames(Boolean(item.plate) && styles.withPlate, item.hasMenu && styles.withMenu)}
          aria-current={item.current || undefined}
        >
          {item.plate && <div className={styles.plate}>{item.plate}</div>}
          <div className={styles.what}>
            <div className={styles.line}>
              <b>{item.title}</b>
              {item.badge}
            </div>
            <p title={item.detailTitle}>{item.detail}</p>
          </div>
          {item.more && <div className={styles.more}>{item.more}</div>}
          {item.action && <div className={styles.action}>{item.action}</div>}
        </li>
      ))}
    </ol>
  )
}

/** Shown in the footer of a history. */
export const UtcNote = () => <span className="stamp">Times are in UTC.</span>
