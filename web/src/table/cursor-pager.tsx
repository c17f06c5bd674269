import { ChevronLeftIcon, ChevronRightIcon, ChevronsLeftIcon } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatCount } from '../lib/numbers.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useToastRise } from '../ui/use-toast-rise.ts'
import styles from './pagination.module.css'

type CursorPagerProps = {
  /** How many are on the page. */
  shown: number
  /** Null at an end: the button stays, and keeps the focus that it may have. */
  onNewest: (() => void) | null
  onNewer: (() => void) | null
  onOlder: (() => void) | null
  /** It is about to be replaced: it keeps its place and can no longer be used. */
  isOld: boolean
}

/** The steps through a list that is too long to be counted, newest first. */
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
