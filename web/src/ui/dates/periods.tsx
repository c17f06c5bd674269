import { classNames } from '../../lib/class-names.ts'
import { type Days, periodsAt } from '../../lib/days.ts'
import styles from './date-picker.module.css'

type PeriodsProps = {
  nowMs: number
  /** The label of the chosen period. */
  current: string | undefined
  onDays: (days: Days) => void
  /** Whether the calendar chooses the first and the last day of a range. */
  picksRange: boolean
  onPicksRange: (picksRange: boolean) => void
}

/** Shows the periods that can be chosen without the calendar, and whether the calendar chooses a day or a range. */
export function Periods({ nowMs, current, onDays, picksRange, onPicksRange }: PeriodsProps) {
  const button = (label: string, isPressed: boolean, onClick: () => void) => (
    <button
      key={label}
      type="button"
      className={classNames(styles.period, isPressed && styles.current)}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {label}
    </button>
  )
  return (
    <div className={styles.periods} role="group" aria-label="Period">
      {periodsAt(nowMs).map(({ label, days }) => button(label, label === current, () => onDays(days)))}
      {button('Date range', picksRange, () => onPicksRange(!picksRange))}
    </div>
  )
}
