import { formatDateTime } from '../../lib/dates.ts'
import styles from './last-updated.module.css'

type LastUpdatedProps = {
  /** Of the table that is shown; empty before the first import, unknown while it is fetched. */
  time: string | undefined
  onHistory: () => void
}

/** When the table was imported, and the way to the tables before it. */
export function LastUpdated({ time, onHistory }: LastUpdatedProps) {
  if (time === undefined) return <p className={`stamp ${styles.line}`} />
  const shown = formatDateTime(time)
  return (
    <p className={`stamp ${styles.line}`}>
      <span title={shown ? `Last updated: ${shown} UTC` : undefined}>
        Last updated: <b>{shown ? <time dateTime={time}>{shown}</time> : '-'}</b>
      </span>
      <button type="button" className={`link ${styles.history}`} onClick={onHistory}>
        Import history
      </button>
    </p>
  )
}
