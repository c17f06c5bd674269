import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = {
  icon: IconName
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
      className={classNames(styles.button, size === 'small' && styles.small, className)}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
