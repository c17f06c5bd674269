import { ChevronLeftIcon, ChevronRightIcon, ChevronsLeftIcon } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatCount } from '../lib/numbers.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useToastRise } from '../ui/use-toast-rise.ts'
import styles from './pagination.module.css'

type CursorPagerProps = {
  /** The number of entries on the page. */
  shown: number
  /** Null at an end. The button stays, because it may have the focus. */
  onNewest: (() => void) | null
  onNewer: (() => void) | null
  onOlder: (() => void) | null
  /** The list is about to be replaced: the pager stays, but cannot be used. */
  isOld: boolean
}

/** Pages through a list that is too long to count, newest first. */
export function CursorPager({ shown, onNewest, onNewer, onOlder, isOld }: CursorPagerProps) {
  const pager = useRef<HTMLElement>(null)
  useToastRise(pager)
  const steps = [
    { label: 'Newest entries', icon: ChevronsLeftIcon, onClick: onNewest },
    { label: 'Newer entries', icon: ChevronLeftIcon, onClick: onNewer },
    { label: 'Older entries', icon: ChevronRightIcon, onClick: onOlder },
  ]
  return (
    <nav ref={pager} className={classNames(styles.pager, isOld && styles.old)} aria-label="Pagination" inert={isOld}>
      <p>
        Showing <b>{formatCount(shown)}</b> {shown === 1 ? 'entry' : 'entries'}
      </p>
      <ol>
        {steps.map(({ label, icon, onClick }) => (
          <li key={label}>
            <IconButton
              icon={icon}
              label={label}
              className={styles.step}
              data-repeats
              aria-disabled={onClick === null || undefined}
              onClick={() => onClick?.()}
            />
          </li>
        ))}
      </ol>
    </nav>
  )
}
