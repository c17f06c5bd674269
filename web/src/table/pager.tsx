import { useRef, type ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { useToastRise } from '../ui/toaster/use-toast-rise.ts'
import styles from './pager.module.css'

type PagerProps = {
  /** Says what is shown: "Showing 3 entries". */
  summary: ReactNode
  /** Whether the list is about to be replaced. The pager stays, but cannot be used. */
  isOld: boolean
  /** The steps and pages. */
  children: ReactNode
}

/** The line below a list, which toasts do not cover. */
export function Pager({ summary, isOld, children }: PagerProps) {
  const pager = useRef<HTMLElement>(null)
  useToastRise(pager)
  return (
    <nav ref={pager} className={classNames(styles.pager, isOld && styles.old)} aria-label="Pagination" inert={isOld}>
      <p>{summary}</p>
      <ol className="screen-only">{children}</ol>
    </nav>
  )
}

type PagerStepProps = {
  icon: LucideIcon
  label: string
  /** Null at an end. The button is disabled only by ARIA, because it may have the focus. */
  onClick: (() => void) | null
}

export function PagerStep({ icon, label, onClick }: PagerStepProps) {
  return (
    <li>
      <IconButton
        icon={icon}
        label={label}
        className={styles.step}
        data-repeats
        aria-disabled={onClick === null || undefined}
        onClick={() => onClick?.()}
      />
    </li>
  )
}
