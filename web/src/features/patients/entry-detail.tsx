import type { PatientImportEntry } from '@health-console/contract/patients.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import styles from './entry-detail.module.css'

/** Who imported how much from which file, and the file's fingerprint. */
export function EntryDetail({ entry }: { entry: PatientImportEntry }) {
  const { admin, restoredFrom, fileName, sizeBytes, sha256 } = entry
  return (
    <>
      <span className={styles.counts} title={admin?.email}>
        {admin && `${isolate(admin.fullName || admin.email)} · `}
        {countsOf(entry)}
      </span>
      <Warnings entry={entry} />
      {restoredFrom && <span className={styles.line}>Restored: the table of {formatDateTime(restoredFrom)}</span>}
      <span className={styles.line} title={fileName}>
        {formatBytes(sizeBytes)} · {isolate(fileName)}
      </span>
      <span className={`${styles.line} id`} title={`SHA-256 ${sha256}`}>
        SHA-256 <b>{sha256.slice(0, 8)}</b>
        <i>{sha256.slice(8)}</i>
      </span>
    </>
  )
}

/** What looked wrong in the file, and why it was imported nevertheless. */
function Warnings({ entry: { warningCount, reason } }: { entry: PatientImportEntry }) {
  if (!warningCount && reason === null) return null
  const count = `${formatCount(warningCount ?? 0)} ${warningCount === 1 ? 'warning' : 'warnings'}`
  return (
    <span className={styles.counts}>
      {reason === null ? `${count}, imported without a preview` : `${count}: “${isolate(reason)}”`}
    </span>
  )
}

/** A restored table is not compared with the one before it. */
function countsOf({ rows, added, changed, removed }: PatientImportEntry): string {
  const changes = Object.entries({ new: added, changed, removed }).flatMap(([what, count]) =>
    count === null ? [] : [`${formatCount(count)} ${what}`],
  )
  return [`${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`, ...changes].join(' · ')
}
