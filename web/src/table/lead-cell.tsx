import type { ReactNode } from 'react'
import styles from './lead-cell.module.css'
import { Data } from '../ui/values/data.tsx'

type LeadCellProps = {
  /** An avatar or an icon. */
  start: ReactNode
  text: string
  /** A tag after the text. */
  aside?: ReactNode
  /** Whether the text is not a name but a remark: "Invite pending". */
  muted?: boolean
  /** Smaller lines under the text. */
  below?: ReactNode
}

/** The first cell of a row, with icon, name and tag. */
export function LeadCell({ start, text, aside, muted = false, below }: LeadCellProps) {
  return (
    <div className={styles.lead}>
      {start}
      <div className={styles.text}>
        {muted ? (
          <span className="muted">{text}</span>
        ) : (
          <b title={text}>
            <Data>{text}</Data>
          </b>
        )}
        {below && <div className={styles.below}>{below}</div>}
      </div>
      {aside}
    </div>
  )
}
