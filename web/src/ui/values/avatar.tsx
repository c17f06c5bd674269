import type { CSSProperties } from 'react'
import { MailIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { initials } from '../../lib/initials.ts'
import { Icon } from '../icon.tsx'
import styles from './avatar.module.css'

type AvatarProps = {
  /** The full name. Without one the avatar is that of a pending invitation. */
  name: string | null | undefined
  /** A colour name from the server. An unknown one is shown as "butter-honey". */
  colour: string | null | undefined
  size?: 'small' | 'medium' | 'large'
}

/** The avatar is decorative, because the name is always written beside it. */
export function Avatar({ name, colour, size = 'medium' }: AvatarProps) {
  const letters = initials(name ?? '')
  const paint = {
    '--bg': `var(--avatar-${colour}-bg, var(--avatar-butter-honey-bg))`,
    '--fg': `var(--avatar-${colour}-fg, var(--avatar-butter-honey-fg))`,
  } as CSSProperties
  return (
    <span
      className={classNames(styles.avatar, size !== 'medium' && styles[size], !letters && styles.pending)}
      style={paint}
      aria-hidden="true"
    >
      {letters || <Icon icon={MailIcon} size={14} />}
    </span>
  )
}
