import { formatDateTime } from '../../lib/dates.ts'
import { Moment } from '../../ui/moment.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './last-updated.module.css'

type LastUpdatedProps = {
  /** Of the table that is shown; empty before the first import, unknown while it is fetched. */
  time: string | undefined
  onHistory: () => void
  onView: () => void
}

/** As wide as a time can be: it keeps the place of one that is fetched. */
const anyTime = '2000-09-20T00:00:00.000Z'

/** When the table was imported, the way to the tables before it, and how this one is shown. */
export function LastUpdated({ time, onHistory, onView }: LastUpdatedProps) {
  const shown = formatDateTime(time ?? anyTime)
  return (
    <p className={`stamp ${styles.line}`}>
      <span className={time === undefined ? styles.unknown : undefined}>
        <span>
          Last updated: <b>{shown ? <Moment time={time ?? anyTime}>{shown}</Moment> : '-'}</b>
        </span>
        {shown && ' UTC'}
      </span>
      <LinkButton onClick={onHistory}>Import history</LinkButton>
      <LinkButton onClick={onView}>Columns and rows</LinkButton>
    </p>
  )
}
