import { formatDate, formatDayOfYear } from '../../lib/dates.ts'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import styles from './last-sign-in.module.css'

const dayMs = 86_400_000
/** An account that has not been used for longer than this is marked. */
const longDays = 90
const yearDays = 365

/**
 * When an admin last signed in.
 * @param at null if they never have
 */
export function LastSignIn({ at, nowMs }: { at: string | null; nowMs: number }) {
  if (at === null) return <span>Never signed in</span>
  const days = (nowMs - Date.parse(at)) / dayMs
  const isToday = formatDate(at) === formatDate(nowMs)
  const day = days < yearDays ? formatDayOfYear(at) : formatDate(at)
  return (
    <span className={days > longDays ? styles.long : undefined}>
      <Timestamp time={at}>{isToday ? 'Signed in today' : `Last sign-in ${day}`}</Timestamp>
    </span>
  )
}
