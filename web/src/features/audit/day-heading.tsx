import { useState } from 'react'
import { formatWeekdayDate } from '../../lib/dates.ts'
import styles from './day-heading.module.css'
import type { LogLine } from './fold-entries.ts'

const dayMs = 86_400_000

/** The UTC day of a line, as a heading: "Today Friday, 20 November 2026". */
export function dayOf({ entries: [{ at }] }: Pick<LogLine, 'entries'>) {
  const day = at.slice(0, 10)
  return { key: day, heading: <DayHeading day={day} /> }
}

function DayHeading({ day }: { day: string }) {
  const [nowMs] = useState(() => Date.now())
  const isDaysAgo = (days: number) => new Date(nowMs - days * dayMs).toISOString().startsWith(day)
  const name = isDaysAgo(0) ? 'Today' : isDaysAgo(1) ? 'Yesterday' : null
  return (
    <span className={styles.day}>
      {name && <b>{name} </b>}
      <span>{formatWeekdayDate(new Date(day))}</span>
    </span>
  )
}
