import type { FileVersion } from '@health-console/contract/files.ts'
import { Copyable } from '../../../ui/buttons/copyable.tsx'
import styles from './version-hash.module.css'

/** The beginning and end of a version's SHA-256, shorter on phones. The copy button copies all of it. */
export function VersionHash({ version: { sha256, version } }: { version: FileVersion }) {
  if (sha256 === null) return 'calculating…'
  return (
    <Copyable text={sha256} what={`SHA-256 of version ${version}`}>
      <span className="id">
        {sha256.slice(0, 4)}
        <span className={styles.wide}>{sha256.slice(4, 8)}</span>…
        <span className={styles.wide}>{sha256.slice(-8, -4)}</span>
        {sha256.slice(-4)}
      </span>
    </Copyable>
  )
}
