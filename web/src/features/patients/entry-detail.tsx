import type { PatientImportEntry } from '@health-console/contract/patients.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import styles from './entry-detail.module.css'

/** Who, what, how much, and the fingerprint by which a file can be recognised. */
export function EntryDetail({ entry }: { entry: PatientImportEntry }) {
  const who = entry.admin && (entry.admin.fullName || entry.admin.email)
  return (
    <>
      <span className={styles.line} title={entry.fileName}>
        {entry.fileName}
      </span>
      <span className={styles.line}>
        {formatBytes(entry.sizeBytes)}
        {who && (
          <>
            {' · '}
            <span title={entry.admin?.email}>{who}</span>
          </>
        )}
      </span>
      <span className={styles.line}>{countsOf(entry)}</span>
      {entry.restoredFrom && (
        <span className={styles.line}>The table of {formatDateTime(entry.restoredFrom)} again</span>
      )}
      <span className={`${styles.line} id`} title={`SHA-256 ${entry.sha256}`}>
        SHA-256 <b>{entry.sha256.slice(0, 8)}</b>
        <i>{entry.sha256.slice(8)}</i>
      </span>
    </>
  )
}

/** A restored table is not compared with the one before it. */
function countsOf({ rows, added, changed, removed }: PatientImportEntry): string {
  const changes = Object.entries({ new: added, changed, removed }).flatMap(([what, count]) =>
    count === null ? [] : [`${formatCount(count)} ${what}`],
  )
  return [`${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`, ...changes].join(' · ')
}
