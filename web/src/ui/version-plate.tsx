import { classNames } from '../lib/class-names.ts'
import styles from './version-plate.module.css'

type VersionPlateProps = {
  version: number
  /** The version an upload is going to make. */
  next?: boolean
}

/** A version set as an engraved plate; version 0 (nothing uploaded) is drawn dashed. */
export function VersionPlate({ version, next = false }: VersionPlateProps) {
  return (
    <span className={classNames(styles.plate, next && styles.next, !next && version === 0 && styles.none)}>
      <small>v</small>
      {version}
    </span>
  )
}
