import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './badge.module.css'

type BadgeProps = { colour?: 'green' | 'red' | 'yellow' | 'grey'; label: ReactNode; icon?: LucideIcon | undefined }

export function Badge({ colour = 'grey', label, icon }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[colour])}>
      {icon && <Icon icon={icon} size={12} stroke={2} />}
      {label}
    </span>
  )
}

/** A quieter mark beside a name, such as "You". */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
