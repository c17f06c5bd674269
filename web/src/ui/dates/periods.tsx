import { useDatePickerContext } from '@ark-ui/react/date-picker'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { type Days, lastDays, type Period, periodOf, periods } from '../../lib/days.ts'
import styles from './date-picker.module.css'

type PeriodsProps = {
  days: Days
  /** Whether the calendar chooses a range. */
  ranges: boolean
  onRanges: (ranges: boolean) => void
  onDays: (days: Days) => void
}

/** Beside the calendar: what it chooses, and the periods that need no calendar. */
export function Periods({ days, ranges, onRanges, onDays }: PeriodsProps) {
  const picker = useDatePickerContext()
  const [nowMs] = useState(() => Date.now())
  const chosen = periodOf(days, nowMs)
  const current = chosen === '7' || chosen === '30' ? chosen : ranges ? 'range' : 'day'
  const choose = (period: Period) => {
    if (period === 'day' || period === 'range') return onRanges(period === 'range')
    onDays(lastDays(Number(period), nowMs))
    picker.setOpen(false)
  }
  return (
    <div className={styles.periods} role="group" aria-label="Period">
      {periods.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={classNames(styles.period, value === current && styles.current)}
          aria-pressed={value === current}
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
