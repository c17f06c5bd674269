import type { FileVersion } from '@health-console/contract/files.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { isolate } from '../../lib/isolate.ts'
import { Copyable } from '../../ui/copyable.tsx'
import styles from './version-detail.module.css'

/** Size, author, file name and SHA-256 of a version. */
export function VersionDetail({ version }: { version: FileVersion }) {
  const { size, uploadedBy, restoredFrom, filename, sha256 } = version
  return (
    <>
      <span className={styles.line} title={uploadedBy?.email}>
        {formatBytes(size)}
        {uploadedBy && ` · ${isolate(uploadedBy.fullName || uploadedBy.email)}`}
        {restoredFrom !== null && ` · version ${restoredFrom} made current again`}
      </span>
      <span className={styles.line} title={filename}>
        {filename}
      </span>
      <span className={`${styles.line} id ${styles.hash}`}>
        SHA-256{' '}
        {sha256 ? (
          <Copyable text={sha256} what={`SHA-256 of version ${version.version}`}>
            <b>{sha256.slice(0, 8)}</b>
            <i>{sha256.slice(8)}</i>
          </Copyable>
        ) : (
          'is being computed'
        )}
      </span>
    </>
  )
}
