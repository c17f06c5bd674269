import type { ReactNode } from 'react'
import { CircleAlertIcon, InfoIcon, TriangleAlertIcon, type LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './note.module.css'

const icons: Record<NonNullable<NoteProps['tone']>, LucideIcon> = {
  neutral: InfoIcon,
  danger: CircleAlertIcon,
  warning: TriangleAlertIcon,
}

type NoteProps = { tone?: 'neutral' | 'danger' | 'warning'; children: ReactNode }

/** A message inside a dialog: what happened, then what to do. */
export function Note({ tone = 'neutral', children }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[tone])} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon icon={icons[tone]} stroke={2} />
      <span>{children}</span>
    </div>
  )
}
