import type { ComponentProps, MouseEvent } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import { Spinner } from '../spinner.tsx'
import styles from './button.module.css'

type ButtonLook = {
  variant?: 'primary' | 'outline' | 'delete' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  /** The subdued style inside a table row. */
  quiet?: boolean | undefined
  fullWidth?: boolean | undefined
}

export type ButtonProps = ButtonLook & {
  startIcon?: LucideIcon | undefined
  /** Shows the spinner and ignores clicks. The button keeps its focus and its width. */
  busy?: boolean | undefined
} & ComponentProps<'button'>

/** The classes of a button, for links that look like one. */
export function buttonClass({
  variant = 'outline',
  size = 'medium',
  quiet = false,
  fullWidth = false,
}: ButtonLook = {}) {
  return classNames(
    styles.button,
    styles[variant],
    size !== 'medium' && styles[size],
    quiet && styles.quiet,
    fullWidth && styles.full,
  )
}

export function Button(props: ButtonProps) {
  const { variant, size, quiet, fullWidth, startIcon, busy = false, className, onClick, children, ...rest } = props
  const tight = busy && !startIcon && !fullWidth
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, size, quiet, fullWidth }), tight && styles.tight, className)}
      aria-busy={busy || undefined}
      onClick={busy ? swallow : onClick}
    >
      {busy ? <Spinner /> : startIcon && <Icon icon={startIcon} />}
      {/* The element keeps a translated text apart from the icon. */}
      <span className={styles.text}>{children}</span>
    </button>
  )
}

function swallow(event: MouseEvent) {
  event.preventDefault()
}
