import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './note.module.css'

const icons: Record<NonNullable<NoteProps['tone']>, IconName> = {
  neutral: 'info',
  danger: 'circle-alert',
  warning: 'triangle-alert',
}

type NoteProps = { tone?: 'neutral' | 'danger' | 'warning'; children: ReactNode }

/** A remark inside a dialog: what happened, then what to do. */
export function Note({ tone = 'neutral', children }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[tone])} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icons[tone]} stroke={2} />
      <span>{children}</span>
    </div>
  )
}
