import type { CSSProperties } from 'react'
import { MailIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { initials } from '../lib/initials.ts'
import { Icon } from './icon.tsx'
import styles from './avatar.module.css'

export const avatarColours = [
  'butter-honey',
  'peach-rust',
  'blush-wine',
  'rose-plum',
  'lilac-iris',
  'frost-cobalt',
  'mist-teal',
  'mint-pine',
  'sage-fern',
  'pear-olive',
  'sand-umber',
  'chalk-graphite',
] as const

type AvatarColour = (typeof avatarColours)[number]

type AvatarProps = {
  /** The full name; without one the avatar is that of a pending invitation. */
  name: string | null | undefined
  /** A colour name from the server; an unknown one falls back to the first. */
  colour: string | null | undefined
  size?: 'small' | 'medium' | 'large'
}

/** Decoration beside a name that is always written out. */
export function Avatar({ name, colour, size = 'medium' }: AvatarProps) {
  const known = isAvatarColour(colour) ? colour : 'butter-honey'
  const letters = initials(name ?? '')
  const paint = { '--bg': `var(--avatar-${known}-bg)`, '--fg': `var(--avatar-${known}-fg)` } as CSSProperties
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

function isAvatarColour(colour: string | null | undefined): colour is AvatarColour {
  return avatarColours.some((known) => known === colour)
}
