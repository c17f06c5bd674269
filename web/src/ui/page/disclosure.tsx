import { ChevronDownIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './disclosure.module.css'

type DisclosureProps = {
  label: ReactNode
  className?: string | undefined
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** A line that opens to show seldom needed content. */
export function Disclosure({ label, className, onToggle, children }: DisclosureProps) {
  return (
    <details
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
