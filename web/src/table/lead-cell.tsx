import { ChevronRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Data } from '../ui/values/data.tsx'
import styles from './lead-cell.module.css'

type LeadCellProps = {
  /** An avatar or an icon. */
  start?: ReactNode
  text: string
  /** The text as the link or button that opens the row. */
  opener?: ReactNode
  /** A tag after the text. */
  aside?: ReactNode
  /** Whether the text is not a name but a remark: "Invite pending". */
  muted?: boolean
  /** A smaller second line. In a narrow table it has what other columns show. */
  below?: ReactNode
}

/** The first cell of a row, with icon, name and tag, and below them a second line. */
export function LeadCell({ start, text, opener, aside, muted = false, below }: LeadCellProps) {
  return (
    <div className={styles.lead}>
      {start}
      <div className={styles.text}>
        <div className={styles.line}>
          {muted ? <span className="muted">{text}</span> : <b title={text}>{opener ?? <Data>{text}</Data>}</b>}
          {aside}
        </div>
        {below && <div className={styles.below}>{below}</div>}
      </div>
      {opener && <Icon icon={ChevronRightIcon} />}
    </div>
  )
}
