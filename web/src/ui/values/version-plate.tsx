import { classNames } from '../../lib/class-names.ts'
import styles from './version-plate.module.css'

type VersionPlateProps = {
  version: number
  /** The version that an upload will create. */
  next?: boolean
}

/** A version as an engraved plate. Version 0 (nothing uploaded) is dashed. */
export function VersionPlate({ version, next = false }: VersionPlateProps) {
  return (
    <span className={classNames(styles.plate, next && styles.next, !next && version === 0 && styles.none)}>
      <small>v</small>
      {version}
    </span>
  )
}
