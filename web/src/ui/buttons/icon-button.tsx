import type { ComponentProps } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = {
  icon: LucideIcon
  /** The accessible name, also shown as a tooltip. */
  label: string
  size?: 'small' | 'medium'
  iconSize?: number
} & Omit<ComponentProps<'button'>, 'aria-label' | 'children'>

export function IconButton({ icon, label, size = 'medium', iconSize = 16, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames('screen-only', styles.button, size === 'small' && styles.small, className)}
    >
      <Icon icon={icon} size={iconSize} />
    </button>
  )
}
