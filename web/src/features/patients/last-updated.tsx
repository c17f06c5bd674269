import { RotateCcwClockIcon } from 'lucide-react'
import { formatDateTime } from '../../lib/dates.ts'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { HeadAction } from '../../ui/buttons/head-action.tsx'
import styles from './last-updated.module.css'

type LastUpdatedProps = {
  /** When the shown table was imported; empty before the first import, undefined while it is fetched. */
  time: string | undefined
  /** Whether the history is being fetched. */
  isOpening: boolean
  onHistory: () => void
}

/** The widest time, which reserves the space while the real one is fetched. */
const anyTime = '2000-09-20T00:00:00.000Z'

/** Shows when the table was imported, after the button for the history, so that nothing moves when that is known. */
export function LastUpdated({ time, isOpening, onHistory }: LastUpdatedProps) {
  const shown = formatDateTime(time ?? anyTime)
  return (
    <p className={`stamp ${styles.line}`}>
      <HeadAction icon={RotateCcwClockIcon} busy={isOpening} onClick={onHistory}>
        Import history
      </HeadAction>
      <span className={time === undefined ? styles.unknown : undefined}>
        <span>
          Last updated: <b>{shown ? <Timestamp time={time ?? anyTime}>{shown}</Timestamp> : '-'}</b>
        </span>
        {shown && ' UTC'}
      </span>
    </p>
  )
}
