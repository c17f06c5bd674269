import type { ReactNode } from 'react'
import styles from './lead-cell.module.css'

type LeadCellProps = {
  /** An avatar or an icon. */
  start: ReactNode
  text: string
  /** A tag after the text. */
  aside?: ReactNode
  /** Not a name but a remark in its place: "Invite pending". */
  muted?: boolean
}

/** The first cell of a row that is somebody or something: picture, name, tag. */
export function LeadCell({ start, text, aside, muted = false }: LeadCellProps) {
  return (
    <div className={styles.lead}>
      {start}
      {muted ? <span className="muted">{text}</span> : <b title={text}>{text}</b>}
      {aside}
    </div>
  )
}
