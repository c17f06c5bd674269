import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { classNames } from '../../lib/class-names.ts'
import { dotsOf, type SeenDay } from './seen-days.ts'
import styles from './seen-dots.module.css'

/** The last 30 days in a line: filled where the data was opened, a ring where it was in a list. */
export function SeenDots({ days, isWhole }: { days: SeenDay[]; isWhole: boolean }) {
  const [nowMs] = useState(() => Date.now())
  const dots = dotsOf(days, isWhole, nowMs)
  const count = (state: string) => dots.filter((dot) => dot.state === state).length
  const unknown = count('unknown')
  const words = `Of the last 30 days, opened on ${count('opened')}, only in lists on ${count('listed')}${unknown > 0 ? `, ${unknown} not fetched yet` : ''}.`
  return (
    <figure className={styles.figure}>
      <div className={styles.dots} aria-hidden="true">
        {dots.map(({ day, state }) => (
          <i key={day} className={classNames(styles.dot, styles[state])} title={formatDate(day) ?? day} />
        ))}
      </div>
      <figcaption className="stamp">{words}</figcaption>
    </figure>
  )
}
