import { formatDate, formatDayOfYear } from '../../lib/dates.ts'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import styles from './last-sign-in.module.css'

const dayMs = 86_400_000
/** An account that has not been used for longer than this is marked. */
const longDays = 90
const yearDays = 365

type LastSignInProps = {
  /** Null if they have never signed in. */
  at: string | null
  nowMs: number
  /** Whether it continues a line. */
  isInLine: boolean
}

/** When an admin last signed in. */
export function LastSignIn({ at, nowMs, isInLine }: LastSignInProps) {
  if (at === null) return <span>{isInLine ? 'never signed in' : 'Never signed in'}</span>
  const days = (nowMs - Date.parse(at)) / dayMs
  const isToday = formatDate(at) === formatDate(nowMs)
  const day = days < yearDays ? formatDayOfYear(at) : formatDate(at)
  const last = isInLine ? `last sign-in ${day}` : `Last sign-in ${day}`
  const today = isInLine ? 'signed in today' : 'Signed in today'
  return (
    <span className={days > longDays ? styles.long : undefined}>
      <Timestamp time={at}>{isToday ? today : last}</Timestamp>
    </span>
  )
}
