import { Copyable } from '../buttons/copyable.tsx'
import styles from './sha256.module.css'

type Sha256Props = {
  sha256: string
  /** What it is of: "version 3". */
  of: string
}

/** The beginning and end of a SHA-256, shorter on phones. The copy button copies all of it. */
export function Sha256({ sha256, of }: Sha256Props) {
  return (
    <Copyable text={sha256} what={`SHA-256 of ${of}`}>
      <code className="id">
        {sha256.slice(0, 4)}
        <span className={styles.wide}>{sha256.slice(4, 8)}</span>…
        <span className={styles.wide}>{sha256.slice(-8, -4)}</span>
        {sha256.slice(-4)}
      </code>
    </Copyable>
  )
}
