import { ChevronDownIcon } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './disclosure.module.css'

type DisclosureProps = {
  label: ReactNode
  className?: string | undefined
  /** Whether it is open, and scrolled into view, from the beginning. */
  isOpenedFirst?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** A line that opens to show seldom needed content. */
export function Disclosure({ label, className, isOpenedFirst = false, onToggle, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (!isOpenedFirst || !details.current) return
    details.current.open = true
    ;(details.current.closest('li') ?? details.current).scrollIntoView({ block: 'nearest' })
  }, [isOpenedFirst])
  return (
    <details
      ref={details}
      className={classNames(styles.disclosure, className)}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>
        <Icon icon={ChevronDownIcon} />
        <span>{label}</span>
      </summary>
      {children}
    </details>
  )
}
